package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.efa.EfaDevice;
import io.verbena.efa.SrdAddress;
import io.verbena.efa.SrdChannel;
import io.verbena.efa.SrdEndpoint;
import io.verbena.efa.SrdMessage;
import io.verbena.efa.SrdOptions;
import io.verbena.error.SysException;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamProtocolException;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.Streams;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The TCP side of streams over SRD, and peers that speak it by hand as its documentation has it. */
@Timeout(60)
class SrdRendezvousTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final SrdOptions OPTIONS = SrdOptions.DEFAULTS.window(16).maxLength(1000);

    private EmbeddedFabric fabric;
    private Rdma near;
    private Rdma far;
    private Streams streams;
    private SrdEndpoint peer;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("two-node")
                .paths(8, Duration.ofMillis(1), 1)
                .pathLoss(3, 0.5);
        near = Rdma.builder().driver(fabric.driver("host0")).open();
        far = Rdma.builder().driver(fabric.driver("host1")).open();
        streams = Streams.overSrd(EfaDevice.of(near.verbs("emb0")), 1);
        peer = SrdEndpoint.open(EfaDevice.of(far.verbs("emb0")), 1, OPTIONS);
    }

    @AfterEach
    void close() {
        streams.close();
        peer.close();
        near.close();
        far.close();
        fabric.close();
    }

    private RdmaStreamServer listen() {
        return streams.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
    }

    private static ByteBuffer hello(int kind, SrdAddress address) {
        return ByteBuffer.allocate(64)
                .putInt(0x56524254)
                .put((byte) 1)
                .put((byte) kind)
                .putShort((short) address.lid().bits())
                .putInt(address.queuePair())
                .putInt(address.queueKey())
                .putInt(address.channel())
                .putInt(address.token())
                .putInt(address.window())
                .putInt(address.maxLength())
                .putLong(address.gid().prefix())
                .putLong(address.gid().interfaceId())
                .clear();
    }

    private static ByteBuffer ring(SrdAddress address, long memory, int bytes) {
        return hello(1, address).putLong(48, memory).putInt(56, 5).putInt(60, bytes);
    }

    private static SrdAddress answer(Socket socket) throws IOException {
        DataInputStream from = new DataInputStream(socket.getInputStream());
        assertThat(from.readInt()).isEqualTo(0x56524254);
        assertThat(from.readShort()).isEqualTo((short) 0x0102);
        Lid lid = Lid.of(from.readUnsignedShort());
        int queuePair = from.readInt();
        int queueKey = from.readInt();
        int channel = from.readInt();
        int token = from.readInt();
        int window = from.readInt();
        int maxLength = from.readInt();
        Gid gid = new Gid(from.readLong(), from.readLong());
        assertThat(from.readLong()).isPositive();
        int unusedKey = from.readInt();
        assertThat(from.readInt()).isEqualTo(1 << 17);
        return new SrdAddress(queuePair, queueKey, lid, gid, channel, token, window, maxLength);
    }

    private static Socket socket(RdmaStreamServer server) throws IOException {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        return new Socket(address.getAddress(), address.getPort());
    }

    private Socket connect(RdmaStreamServer server, SrdChannel channel) throws IOException {
        Socket socket = socket(server);
        socket.getOutputStream().write(hello(1, channel.address()).array());
        return socket;
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPeerThatSpeaksTheDocumentedProtocolExchangesBytes() throws Exception {
        RdmaStreamServer server = listen();
        SrdChannel channel = peer.openChannel();
        try (Socket socket = connect(server, channel)) {
            RdmaStream stream = server.accept(LONG).orElseThrow();
            channel.connect(answer(socket));

            assertThat(channel.send(text("some bytes"), LONG)).isTrue();
            ByteBuffer read = ByteBuffer.allocate(10);
            while (read.hasRemaining()) {
                assertThat(stream.read(read, LONG)).isPositive();
            }
            assertThat(new String(read.array(), StandardCharsets.UTF_8)).isEqualTo("some bytes");
            stream.write(text("answer"));
            try (SrdMessage message = Objects.requireNonNull(channel.take(LONG))) {
                assertThat(message.data()).isEqualTo(text("answer"));
            }
            assertThat(channel.tryEndSending()).isTrue();
            assertThat(stream.read(ByteBuffer.allocate(1), LONG)).isEqualTo(-1);
            stream.write(text("still open"));
        }
    }

    @Test
    void thePeerOfAProgramThatIsKilledReadsWhatHasArrivedAndThenTheFailure() throws Exception {
        RdmaStreamServer server = listen();
        SrdChannel channel = peer.openChannel();
        RdmaStream stream;
        try (Socket socket = connect(server, channel)) {
            stream = server.accept(LONG).orElseThrow();
            channel.connect(answer(socket));
            for (int i = 0; i < 10; i++) {
                assertThat(channel.send(ByteBuffer.allocate(100), LONG)).isTrue();
            }
            while (channel.inFlight() > 0) {
                assertThat(channel.poll()).isNull();
            }
        }
        // The system has closed the TCP connection; the queue pair disappears without a message.
        peer.close();

        ByteBuffer read = ByteBuffer.allocate(1000);
        while (read.hasRemaining()) {
            assertThat(stream.read(read, LONG)).isPositive();
        }
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> stream.read(ByteBuffer.allocate(1), LONG))
                .withMessageContaining("the peer has reset the connection; open another");
    }

    @Test
    void aStrangerIsNotAcceptedAndDisturbsNoOther() throws Exception {
        RdmaStreamServer server = listen();
        SrdAddress valid = peer.openChannel().address();
        List<ByteBuffer> wrong = List.of(
                text("GET / HTTP/1.1\r\nHost: a-web-server.example\r\nAccept: */*\r\n\r\n......."),
                hello(1, valid).put(4, (byte) 2),
                hello(3, valid),
                hello(2, valid),
                hello(1, valid).putInt(24, 0),
                hello(1, valid).putInt(28, -1),
                hello(1, valid).putInt(8, -1),
                hello(1, valid).putShort(6, (short) 0xffff),
                hello(1, valid).put(63, (byte) 1),
                hello(1, valid).putInt(56, 1),
                ring(valid, 4096, -1),
                ring(valid, 4096, Integer.MAX_VALUE),
                ring(valid, -4096, 1 << 17),
                ring(valid, Long.MAX_VALUE, 1 << 17));
        for (ByteBuffer each : wrong) {
            try (Socket socket = socket(server)) {
                byte[] bytes = new byte[64];
                each.get(0, bytes);
                socket.getOutputStream().write(bytes);
                assertClosed(socket);
            }
        }
        assertThat(server.accept(Duration.ZERO)).isEmpty();
        assertThat(streams.connect(server.localAddress(), LONG).isOpen()).isTrue();
        assertThat(server.accept(LONG)).isPresent();
    }

    private static void assertClosed(Socket socket) throws IOException {
        try {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void aPeerThatSendsNothingIsDisconnected() throws Exception {
        RdmaStreamServer server = listen();
        try (Socket socket = socket(server)) {
            socket.getOutputStream().write(1);
            assertClosed(socket);
        }
    }

    @Test
    void anAddressOfInfiniBandIsRefused() {
        IbSocketAddress address = IbSocketAddress.of(Gid.ZERO, PortSpace.TCP, 7471);
        String expected = "streams over SRD have no addresses like " + address + "; expected an InetSocketAddress";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> streams.connect(address, LONG))
                .withMessage(expected);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> streams.listen(address, 1))
                .withMessage(expected);
    }

    @Test
    void aServerOfAnotherProtocolIsNotAStream() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<RdmaStream> connecting = streams.connectAsync(
                    (InetSocketAddress) other.getLocalSocketAddress(), StreamSettings.DEFAULTS, LONG);
            try (Socket accepted = other.accept()) {
                accepted.getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\n".repeat(4).getBytes(StandardCharsets.US_ASCII));
                assertThat(connecting)
                        .failsWithin(LONG)
                        .withThrowableThat()
                        .withCauseInstanceOf(StreamProtocolException.class)
                        .withMessageContaining("the peer is not a stream over SRD");
            }
        }
    }
}
