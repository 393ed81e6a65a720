package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes are those of {@code struct ibv_tmh}, in network byte order. */
class TagHeaderTest {
    @Test
    void aHeaderIsWrittenInNetworkByteOrderWhateverTheBufferHas() {
        ByteBuffer buffer = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);

        TagHeader.eager(0x1122334455667788L, 0x01020304).put(buffer, 4);

        assertThat(HexFormat.of().formatHex(buffer.array())).isEqualTo("00000000" + "03000000010203041122334455667788");
        assertThat(TagHeader.get(buffer, 4)).isEqualTo(TagHeader.eager(0x1122334455667788L, 0x01020304));
    }

    @Test
    void anUnknownCodeAndAShortBufferAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TagHeader.get(ByteBuffer.allocate(16).put(0, (byte) 9), 0))
                .withMessage("a tag header has a code of 0 to 3, not 9");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> TagHeader.get(ByteBuffer.allocate(15), 0));
    }
}
