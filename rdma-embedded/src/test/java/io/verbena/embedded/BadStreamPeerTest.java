package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamProtocolException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers of streams that do not follow the protocol of rsockets. */
@Timeout(60)
class BadStreamPeerTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private Rdma rdma;
    private InetAddress address;
    private RdmaStreamServer listening;

    @BeforeEach
    void listen() {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        rdma = Rdma.builder().driver(fabric.driver("host0")).open();
        address = fabric.node("host0").port(1).address();
        listening = rdma.streams().listen(new InetSocketAddress(address, 0), 4);
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    private static ConnectionParameters parameters(String hello) {
        return ConnectionParameters.DEFAULTS.privateData(HexFormat.of().parseHex(hello));
    }

    private void connect(String hello) {
        CmId peer = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
        peer.resolve(listening.localAddress(), LONG);
        QueuePair pair = queuePair(peer);
        peer.use(pair);
        pair.post(pair.receiveRequests(1).receive(1));
        peer.connect(parameters(hello), LONG);
    }

    private QueuePair queuePair(CmId id) {
        Context context = rdma.verbs(id.device().orElseThrow());
        ProtectionDomain domain = context.protectionDomain();
        CompletionQueue queue = context.completionQueue(100);
        return domain.queuePair(QueuePairType.RC).completions(queue).create();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "0202018000000000" + "00000000000010000000000100000002" + "00000000000020000000000100010000"
            })
    void aPeerThatIsNoRsocketIsRejectedAndOthersAreAccepted(String hello) {
        assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> connect(hello));

        RdmaStream client = rdma.streams().connect(listening.localAddress(), LONG);
        assertThat(listening.accept(LONG)).isPresent();
        client.close();
    }

    @Test
    void aServerThatIsNoRsocketIsNamed() {
        CmId server = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
        server.bind(new InetSocketAddress(address, 0));
        server.listen(1);
        CompletableFuture<Void> unused = server.requestAsync().thenAccept(this::acceptWithoutHello);

        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> rdma.streams().connect(server.localAddress().orElseThrow(), LONG))
                .withMessageContaining("the peer ");
    }

    private void acceptWithoutHello(ConnectionRequest request) {
        request.id().use(queuePair(request.id()));
        CompletableFuture<?> unused = request.acceptAsync(ConnectionParameters.DEFAULTS);
    }
}
