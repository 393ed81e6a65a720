package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PingPongAddressTest {
    private static final PingPongAddress ADDRESS =
            new PingPongAddress(Lid.of(0x1c), 0x11, 0xb83f6d, Gid.parse("::ffff:10.77.0.1"));
    private static final String TEXT = "001c:000011:b83f6d:00000000000000000000ffff0a4d0001\0";

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }

    @Test
    void isWrittenAsTheProgramsInCWriteIt() {
        assertThat(ADDRESS.encode()).isEqualTo(bytes(TEXT));
    }

    @Test
    void isReadAsTheyWriteIt() {
        assertThat(PingPongAddress.decode(bytes(TEXT))).isEqualTo(ADDRESS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "001c:000011:b83f6d:00000000000000000000ffff0a4d0001",
                "001c:0000x1:b83f6d:00000000000000000000ffff0a4d0001\0",
                "GET / HTTP/1.1 00000000000000000000000000000000000\0",
            })
    void anotherFormIsRefused(String text) {
        assertThatExceptionOfType(UnknownPeerException.class)
                .isThrownBy(() -> PingPongAddress.decode(bytes(text)))
                .withMessageContaining(
                        "is not of the form LID:QPN:PSN:GID; the peer is not a ping-pong of the same service");
    }
}
