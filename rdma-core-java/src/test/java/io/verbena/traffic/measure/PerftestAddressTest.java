package io.verbena.traffic.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The addresses that the programs of perftest exchange. */
class PerftestAddressTest {
    /** As ib_write_bw of perftest 4.5 sends it on rxe0. */
    private static final String SENT = "0000:0001:00001b:dd6233:00000acd:0000005500046000:"
            + "00:00:00:00:00:00:00:00:00:00:ff:ff:0a:4d:00:01:00000000:\0";

    @Test
    void anAddressOfTheProgramInCIsUnderstood() {
        PerftestAddress address = PerftestAddress.decode(bytes(SENT), QueuePairType.RC, Mtu.MTU_1024);

        assertThat(address)
                .isEqualTo(new PerftestAddress(
                        new QueuePairAddress(
                                QueuePairType.RC,
                                0x1b,
                                0xdd6233,
                                Station.QUEUE_KEY,
                                Lid.NONE,
                                Gid.parse("::ffff:10.77.0.1"),
                                Mtu.MTU_1024,
                                1),
                        0x5500046000L,
                        0xacd));
        assertThat(US_ASCII.decode(address.encode()).toString()).isEqualTo(SENT);
        assertThat(SENT).hasSize(PerftestAddress.LENGTH);
    }

    @Test
    void theBinaryFormHasTheSameNumbers() {
        PerftestAddress address = PerftestAddress.decode(bytes(SENT), QueuePairType.RC, Mtu.MTU_1024);

        ByteBuffer binary = address.encodeBinary();

        byte[] bytes = new byte[binary.remaining()];
        binary.get(0, bytes);
        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("00000000000000010000001b00dd623300000acd000000000000005500046000"
                        + "00000000000000000000ffff0a4d00010000000000000000");
        assertThat(PerftestAddress.decodeBinary(binary, QueuePairType.RC, Mtu.MTU_1024))
                .isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({"0, LID", "4, reads", "8, queue pair number", "12, PSN"})
    void aNumberThatIsTooLargeIsRefused(int at, String name) {
        ByteBuffer binary = PerftestAddress.decode(bytes(SENT), QueuePairType.RC, Mtu.MTU_1024)
                .encodeBinary()
                .putInt(at, 0xff000000);

        assertThatThrownBy(() -> PerftestAddress.decodeBinary(binary, QueuePairType.RC, Mtu.MTU_1024))
                .isInstanceOf(UnknownPeerException.class)
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @CsvSource({"RKEY, x", "0000:, 0000;", "'00:01', '00:1'", "dd6233, dd623g", "0000:0001, -001:0001"})
    void anotherTextIsRefused(String part, String instead) {
        String text = part.equals("RKEY") ? instead : SENT.replace(part, instead);

        assertThatThrownBy(() -> PerftestAddress.decode(bytes(text), QueuePairType.RC, Mtu.MTU_1024))
                .isInstanceOf(UnknownPeerException.class)
                .hasMessageContaining("instead of the address of a queue pair");
    }

    @FuzzTest
    void anAddressIsReadOrRefused(FuzzedDataProvider data) {
        byte[] bytes = data.consumeBytes(PerftestAddress.LENGTH);
        PerftestAddress address;
        try {
            address = PerftestAddress.decode(ByteBuffer.wrap(bytes), QueuePairType.RC, Mtu.MTU_1024);
        } catch (UnknownPeerException refused) {
            return;
        }
        assertThat(PerftestAddress.decode(address.encode(), QueuePairType.RC, Mtu.MTU_1024))
                .isEqualTo(address);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }
}
