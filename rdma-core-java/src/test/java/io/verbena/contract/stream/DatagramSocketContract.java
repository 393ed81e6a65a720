package io.verbena.contract.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.contract.cm.CmBed;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.stream.RdmaDatagramSocket;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Datagrams by addresses and ports. */
@Timeout(120)
public abstract class DatagramSocketContract {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);

    private CmBed bed;
    private RdmaDatagramSocket server;
    private InetSocketAddress address;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        server = bed.streams().datagramSocket(new InetSocketAddress(bed.server(), 0));
        address = server.localAddress();
    }

    @AfterEach
    void close() {
        bed.close();
    }

    /** A socket at all addresses, of the version of the server. */
    private RdmaDatagramSocket client() {
        return bed.streams().datagramSocket(new InetSocketAddress(any(), 0));
    }

    private InetAddress any() {
        try {
            return InetAddress.getByAddress(new byte[bed.server().getAddress().length]);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String received(RdmaDatagramSocket socket) {
        ByteBuffer into = ByteBuffer.allocate(4096);
        assertThat(socket.receive(into, LONG)).isPresent();
        return StandardCharsets.US_ASCII.decode(into.flip()).toString();
    }

    private static InetSocketAddress echo(RdmaDatagramSocket socket) {
        ByteBuffer into = ByteBuffer.allocate(4096);
        InetSocketAddress source = socket.receive(into, LONG).orElseThrow();
        socket.send(into.flip(), source);
        return source;
    }

    /** Exchanges datagrams until both sides know the queue pair of the other. */
    private InetSocketAddress acquainted(RdmaDatagramSocket client) {
        client.send(text("hello"), address);
        InetSocketAddress source = echo(server);
        assertThat(received(client)).isEqualTo("hello");
        Deadline deadline = Deadline.in(LONG);
        while (!deadline.isOver() && !(client.isDirect(address) && server.isDirect(source))) {
            client.send(text("again"), address);
            assertThat(echo(server)).isEqualTo(source);
            assertThat(received(client)).isEqualTo("again");
        }
        assertThat(client.isDirect(address)).isTrue();
        assertThat(server.isDirect(source)).isTrue();
        return source;
    }

    @Test
    void theFirstDatagramTravelsByUdpAndLaterOnesByQueuePairs() {
        RdmaDatagramSocket client = client();
        assertThat(client.isDirect(address)).isFalse();

        InetSocketAddress source = acquainted(client);

        assertThat(source.getPort()).isEqualTo(client.localAddress().getPort());
        for (int i = 0; i < 1000; i++) {
            client.send(text("ping " + i), address);
            assertThat(echo(server)).isEqualTo(source);
            assertThat(received(client)).isEqualTo("ping " + i);
        }
    }

    @Test
    void severalClientsAreAnsweredByTheirAddresses() {
        RdmaDatagramSocket one = client();
        RdmaDatagramSocket other = client();
        InetSocketAddress atOne = acquainted(one);
        InetSocketAddress atOther = acquainted(other);

        server.send(text("one"), atOne);
        server.send(text("other"), atOther);

        assertThat(received(one)).isEqualTo("one");
        assertThat(received(other)).isEqualTo("other");
        assertThat(one.receive(ByteBuffer.allocate(9), Duration.ZERO)).isEmpty();
    }

    @Test
    void aConnectedSocketNeedsNoAddress() {
        RdmaDatagramSocket client = client();
        assertThatIllegalStateException()
                .isThrownBy(() -> client.send(text("x")))
                .withMessageContaining("has no peer");
        client.connect(address);

        client.send(text("to the peer"));

        assertThat(received(server)).isEqualTo("to the peer");
        assertThat(client.peerAddress()).contains(address);
    }

    @Test
    void theLongestDatagramArrivesWhole() {
        RdmaDatagramSocket client = client();
        acquainted(client);
        int max = client.maxLength(address);
        ByteBuffer sent = ByteBuffer.allocate(max);
        for (int i = 0; i < max; i++) {
            sent.put(i, (byte) i);
        }

        client.send(sent.duplicate(), address);

        ByteBuffer into = ByteBuffer.allocate(4096);
        assertThat(server.receive(into, LONG)).isPresent();
        assertThat(into.flip()).isEqualTo(sent);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.send(ByteBuffer.allocate(max + 1), address))
                .withMessageContaining("longer than the maximum of " + max);
    }

    @Test
    void aDatagramThatExceedsTheBufferIsCut() {
        RdmaDatagramSocket client = client();
        acquainted(client);
        client.send(text("0123456789"), address);
        client.send(ByteBuffer.allocate(0), address);

        ByteBuffer into = ByteBuffer.allocate(4);
        assertThat(server.receive(into, LONG)).isPresent();
        assertThat(into.flip()).isEqualTo(text("0123"));
        assertThat(received(server)).isEmpty();
    }

    @Test
    void moreDatagramsThanTheBuffersHoldAreSent() {
        StreamSettings small =
                StreamSettings.DEFAULTS.with(StreamOption.SEND_BUFFER, 8192).with(StreamOption.RECEIVE_BUFFER, 1 << 19);
        RdmaDatagramSocket client = bed.streams().datagramSocket(new InetSocketAddress(any(), 0), small);
        acquainted(client);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 32; i++) {
                client.send(text("datagram " + i), address);
            }
            for (int i = 0; i < 32; i++) {
                assertThat(received(server)).isEqualTo("datagram " + i);
            }
        }
    }

    @Test
    void aWaitEndsAfterItsTimeoutAndByAClose() {
        assertThat(server.receive(ByteBuffer.allocate(1), SHORT)).isEmpty();
        CompletableFuture<Optional<InetSocketAddress>> waits =
                CompletableFuture.supplyAsync(() -> server.receive(ByteBuffer.allocate(1), LONG));
        CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(server::close);

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(waits::join)
                .withCauseInstanceOf(ClosedObjectException.class);
        assertThat(server.isOpen()).isFalse();
        server.close();
    }

    @Test
    void anAddressCanBeUsedAgainAfterItsSocketIsClosed() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> bed.streams().datagramSocket(address))
                .withMessageContaining("EADDRINUSE");
        server.close();
        server = bed.streams().datagramSocket(address);
        acquainted(client());
    }

    @Test
    void aPeerWithANewQueuePairIsFoundAgain() {
        RdmaDatagramSocket client = client();
        InetSocketAddress source = acquainted(client);
        client.close();
        RdmaDatagramSocket next = bed.streams().datagramSocket(new InetSocketAddress(any(), source.getPort()));

        assertThat(acquainted(next)).isEqualTo(source);
        server.send(text("new"), source);

        assertThat(received(next)).isEqualTo("new");
    }

    @Test
    void anAddressThatNoDeviceReachesIsRefused() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> client().connect(new InetSocketAddress(bed.nobody(), 7)));
    }
}
