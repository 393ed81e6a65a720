package io.verbena.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.hca.IbSocketAddress;
import io.verbena.iba.Gid;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class StreamHelloTest {
    /** The private data of a request of librdmacm 44, as captured between two rxe devices. */
    private static final byte[] CAPTURED = HexFormat.of()
            .parseHex("01020180" + "00000000" + "000000550001b000" + "00000391" + "00000002" + "00000000405a5000"
                    + "000004b8" + "00080000");

    private static byte[] changed(int at, int value) {
        byte[] data = CAPTURED.clone();
        data[at] = (byte) value;
        return data;
    }

    @Test
    void aCapturedRequestIsReadAndWrittenTheSame() {
        StreamHello hello = StreamHello.decode(ByteBuffer.wrap(CAPTURED));

        assertThat(hello)
                .isEqualTo(new StreamHello(false, 384, 0, 0x550001b000L, 0x391, 2, 0x405a5000L, 0x4b8, 0x80000));
        assertThat(hello.encode()).isEqualTo(CAPTURED);
    }

    @Test
    void aRequestToAGidLeavesRoomForTheHeader() {
        StreamHello hello = StreamHello.decode(ByteBuffer.wrap(CAPTURED));
        byte[] request = hello.encodeRequest(IbSocketAddress.of(Gid.ZERO));

        assertThat(Arrays.copyOfRange(request, 0, 36)).isEqualTo(new byte[36]);
        assertThat(Arrays.copyOfRange(request, 36, request.length)).isEqualTo(CAPTURED);
        assertThat(hello.encodeRequest(new InetSocketAddress(1))).isEqualTo(CAPTURED);
    }

    @Test
    void paddingIsIgnored() {
        byte[] padded = Arrays.copyOf(CAPTURED, 196);

        assertThat(StreamHello.decode(ByteBuffer.wrap(padded)).encode()).isEqualTo(CAPTURED);
    }

    @Test
    void theNumberOfMappingsIsPacked() {
        assertThat(StreamHello.decode(ByteBuffer.wrap(changed(7, 128))).mappings())
                .isEqualTo(128);
        assertThat(StreamHello.decode(ByteBuffer.wrap(changed(7, 0x81))).mappings())
                .isEqualTo(256);
        assertThat(StreamHello.decode(ByteBuffer.wrap(changed(7, 0x81))).encode())
                .isEqualTo(changed(7, 0x81));
    }

    @Test
    void whatIsNoRsocketIsRefused() {
        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> StreamHello.decode(ByteBuffer.allocate(39)))
                .withMessageContainingAll("39 bytes", "40", "rsockets");
        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> StreamHello.decode(ByteBuffer.wrap(changed(0, 2))))
                .withMessageContainingAll("version 2", "expected version 1");
        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> StreamHello.decode(ByteBuffer.wrap(changed(23, 0))))
                .withMessageContainingAll("0 entries", "1 or more");
    }
}
