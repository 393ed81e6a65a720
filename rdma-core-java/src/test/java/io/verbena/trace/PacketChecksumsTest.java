package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.trace.WirePacket.PacketChecksums;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The sample packet of IBA 7.8.4, and variants of it. */
class PacketChecksumsTest {
    private static final byte[] SAMPLE = HexFormat.of()
            .parseHex("7012375c000e17d20a20248700" + "87b1b3000dec2a01710a1c015d400238f27a05"
                    + "0000000ebb884d85fd5cfba4728bc0690ed40000");

    @Test
    void theInvariantChecksumIsThatOfTheSpecification() {
        int crc = PacketChecksums.invariant(SAMPLE, SAMPLE.length, false);

        assertThat(Integer.reverseBytes(crc)).isEqualTo(0x9625b75a);
    }

    @Test
    void theInvariantChecksumIgnoresTheVirtualLane() {
        byte[] other = SAMPLE.clone();
        other[0] = (byte) 0x20;

        assertThat(PacketChecksums.invariant(other, other.length, false))
                .isEqualTo(PacketChecksums.invariant(SAMPLE, SAMPLE.length, false));
        assertThat(PacketChecksums.variant(other, other.length))
                .isNotEqualTo(PacketChecksums.variant(SAMPLE, SAMPLE.length));
    }

    @Test
    void theVariantChecksumIsTheRemainderOfThePolynomialDivision() {
        assertThat(PacketChecksums.variant(SAMPLE, SAMPLE.length)).isEqualTo(remainder(SAMPLE));
    }

    /** Returns the remainder, computed bit by bit as in IBA 7.8.2. */
    private static int remainder(byte[] packet) {
        int register = 0xffff;
        for (byte value : packet) {
            for (int bit = 0; bit < 8; bit++) {
                boolean out = (register & 0x8000) != 0;
                boolean in = (value >> bit & 1) != 0;
                register = register << 1 & 0xffff;
                if (out != in) {
                    register ^= 0x100b;
                }
            }
        }
        return Integer.reverse(register ^ 0xffff) >>> 16;
    }
}
