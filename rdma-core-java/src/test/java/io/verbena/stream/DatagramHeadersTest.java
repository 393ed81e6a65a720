package io.verbena.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The headers of datagrams, byte by byte as {@code struct ds_header} and {@code struct ds_udp_header} of librdmacm lay them out. The tests
 * with udpong compare them with those of the C program.
 */
class DatagramHeadersTest {
    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @ParameterizedTest
    @CsvSource({
        "10.77.0.2, 7174, 04 08 1c06 0a4d0002",
        "255.1.2.3, 65535, 04 08 ffff ff010203",
        "fe80::1:2:3:4, 1, 06 18 0001 00000000 fe80000000000000 0001000200030004",
    })
    void aDatagramBeginsWithTheAddressOfItsSender(String address, int port, String hex) throws UnknownHostException {
        InetSocketAddress source = new InetSocketAddress(InetAddress.getByName(address), port);
        ByteBuffer written = ByteBuffer.allocate(DatagramHeader.length(source.getAddress()));
        DatagramHeader.write(written, source);

        assertThat(written.flip()).isEqualTo(bytes(hex));
        assertThat(DatagramHeader.read(written)).isEqualTo(source);
        assertThat(written.hasRemaining()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "04 08 1c06 0a4d00",
                "05 08 1c06 0a4d0002",
                "04 18 1c06 0a4d0002",
                "06 18 0001 00000000 fe80000000000000 00010002000300"
            })
    void otherDatagramsAreRejected(String hex) {
        assertThat(DatagramHeader.read(bytes(hex))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0x11, 10.77.0.2, 55555555 04 00 10 00 00000011 0a4d0002",
        "false, 0xabcdef, 10.77.0.1, 55555555 04 07 10 00 00abcdef 0a4d0001",
        "true, 0x123456, fe80::1:2:3:4, 55555555 06 00 1c 00 00123456 fe80000000000000 0001000200030004",
    })
    void aUdpPacketAnnouncesTheQueuePair(boolean hasData, int queuePair, String address, String hex)
            throws UnknownHostException {
        DatagramNote note = new DatagramNote(hasData, queuePair, InetAddress.getByName(address));
        ByteBuffer written = ByteBuffer.allocate(DatagramNote.MAX_BYTES + 1);
        note.write(written);
        written.put((byte) 7).flip();

        assertThat(written.slice(0, written.remaining() - 1)).isEqualTo(bytes(hex));
        assertThat(DatagramNote.read(written, note.address())).isEqualTo(note);
        assertThat(written.remaining()).as("data").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "55555555 04 00 10 00 00000011 0a4d00",
                "55555554 04 00 10 00 00000011 0a4d0002",
                "55555555 06 00 10 00 00000011 0a4d0002",
                "55555555 04 00 1c 00 00000011 0a4d0002"
            })
    void otherUdpPacketsAreRejected(String hex) throws UnknownHostException {
        assertThat(DatagramNote.read(bytes(hex), InetAddress.getByName("10.77.0.2")))
                .isNull();
    }

    @Test
    void theVersionOfAUdpPacketIsThatOfItsAddress() throws UnknownHostException {
        assertThat(DatagramNote.read(
                        bytes("55555555 06 00 1c 00 00123456 fe80000000000000 0001000200030004"),
                        InetAddress.getByName("10.77.0.2")))
                .isNull();
    }
}
