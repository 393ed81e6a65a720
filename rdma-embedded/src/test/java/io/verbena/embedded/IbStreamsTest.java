package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.SysException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams whose addresses are GIDs, between two hosts. */
@Timeout(60)
@WithFabric("fat-tree:2,2,2")
class IbStreamsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int PORT = 7471;
    private static final int HEADER = 36;
    private static final int HELLO = 40;

    private EmbeddedFabric fabric;
    private IbSocketAddress server;
    private Rdma here;
    private Rdma there;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
        here = Rdma.builder().driver(opened.driver("host0")).open();
        there = Rdma.builder().driver(opened.driver("host3")).open();
        server = IbSocketAddress.of(gid("host3"), PortSpace.TCP, PORT);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private Gid gid(String host) {
        return Gid.linkLocal(fabric.node(host).port(1).guid());
    }

    private static <T> T joined(CompletableFuture<T> future) {
        return future.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static void assertSends(RdmaStream from, RdmaStream to) {
        byte[] sent = new byte[300_000];
        sent[0] = 1;
        sent[sent.length - 1] = 2;
        CompletableFuture<Integer> writing = CompletableFuture.supplyAsync(() -> from.write(ByteBuffer.wrap(sent)));
        ByteBuffer read = ByteBuffer.allocate(sent.length);
        while (read.hasRemaining()) {
            assertThat(to.read(read)).isPositive();
        }
        assertThat(read.array()).isEqualTo(sent);
        assertThat(joined(writing)).isEqualTo(sent.length);
    }

    @Test
    void hostsExchangeBytesByGid() {
        IbSocketAddress source = IbSocketAddress.of(gid("host0"), PortSpace.TCP, 0);
        StreamSettings settings = StreamSettings.DEFAULTS.with(StreamOption.MAPPINGS, 1);
        try (RdmaStreamServer listening = there.streams().listen(server, settings, 1);
                RdmaStream client = joined(here.streams().connectAsync(source, server, settings, LONG));
                RdmaStream accepted = listening.accept(LONG).orElseThrow()) {
            assertSends(client, accepted);
            assertSends(accepted, client);
            accepted.map(ByteBuffer.allocateDirect(100), 0);
            client.writeTo(ByteBuffer.allocate(100), 0);

            assertThat(listening.localAddress()).isEqualTo(server);
            assertThat(client.peerAddress()).isEqualTo(server);
            assertThat(client.localAddress())
                    .isInstanceOfSatisfying(
                            IbSocketAddress.class, own -> assertThat(own.gid()).isEqualTo(source.gid()));
            assertThat(accepted.localAddress()).isEqualTo(server);
            assertThat(accepted.peerAddress()).isEqualTo(IbSocketAddress.of(source.gid()));
        }
    }

    /** librdmacm leaves room for the header with IP addresses, which the kernel otherwise inserts. */
    @Test
    void aRequestLeavesRoomForAHeader() {
        CmId listening = there.connectionManager().eventChannel().id(PortSpace.TCP);
        listening.bind(server);
        listening.listen(1);
        CompletableFuture<byte[]> data = listening.requestAsync().thenApply(request -> {
            byte[] bytes = new byte[HEADER + HELLO];
            request.privateData().get(bytes);
            request.reject(new byte[0]);
            return bytes;
        });

        assertRefuses(server);

        byte[] bytes = joined(data);
        assertThat(ByteBuffer.wrap(bytes, 0, HEADER)).isEqualTo(ByteBuffer.allocate(HEADER));
        assertThat(bytes[HEADER]).as("version").isEqualTo((byte) 1);
    }

    private void assertRefuses(SocketAddress address) {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> here.streams().connect(address, LONG))
                .withMessageContainingAll("rconnect", address.toString(), "ECONNREFUSED");
    }

    /** The private data of such a request begins with the IP addresses, which the server skips. */
    @Test
    void aServerAtAllPortsAcceptsClientsAtIpAddresses() {
        IbSocketAddress all = IbSocketAddress.of(Gid.ZERO, PortSpace.TCP, PORT);
        InetSocketAddress ip =
                new InetSocketAddress(fabric.node("host3").port(1).address(), PORT);
        try (RdmaStreamServer listening = there.streams().listen(all, 2)) {
            for (SocketAddress address : new SocketAddress[] {ip, server}) {
                try (RdmaStream client = here.streams().connect(address, LONG);
                        RdmaStream accepted = listening.accept(LONG).orElseThrow()) {
                    assertSends(client, accepted);
                    assertSends(accepted, client);
                    assertThat(accepted.localAddress()).isEqualTo(server);
                }
            }
        }
    }

    @Test
    void aServerAtAnIpAddressRefusesAClientAtAGid() {
        try (RdmaStreamServer listening = there.streams().listen(new InetSocketAddress(PORT), 1)) {
            assertRefuses(server);
            assertThat(listening.accept(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void aPeerThatIsNoRsocketIsRejected() {
        try (RdmaStreamServer listening = there.streams().listen(server, 1)) {
            CmId peer = here.connectionManager().eventChannel().id(PortSpace.TCP);
            peer.resolve(server, LONG);
            byte[] withoutHeader = new byte[HELLO];
            withoutHeader[0] = 1;

            assertThat(peer.connectAsync(ConnectionParameters.DEFAULTS
                            .privateData(withoutHeader)
                            .queuePair(11, false)))
                    .failsWithin(LONG);
            assertThat(listening.accept(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void aGidThatNoPortHasIsNamed() {
        IbSocketAddress nowhere = IbSocketAddress.of(new Gid(0xfec0_0000_0000_0001L, 1), PortSpace.TCP, PORT);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> here.streams().connect(nowhere, LONG))
                .withMessageContainingAll(nowhere.toString(), "EHOSTUNREACH", "no port of InfiniBand");
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> here.streams().listen(nowhere, 1))
                .withMessageContaining("EADDRNOTAVAIL");
    }

    @Test
    void anAddressOfAnotherTypeIsRefused() {
        SocketAddress file = UnixDomainSocketAddress.of("/tmp/socket");
        String expected = "expected an InetSocketAddress or an IbSocketAddress";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> here.streams().connect(file, LONG))
                .withMessageContainingAll("/tmp/socket", expected);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> here.streams().listen(file, 1))
                .withMessageContainingAll("/tmp/socket", expected);
    }
}
