package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamProtocolException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
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

    /** Private data of version 1 with 384 credits and a receive buffer that nobody writes to. */
    private static final String HELLO =
            "0102018000000000" + "00000000000010000000000100000002" + "00000000000020000000000100010000";

    /** Where the address and the key of the target table are, which is real memory. */
    private static final int TABLE = 8;

    private static final int KEY = 16;

    private Rdma rdma;
    private RdmaStreamServer listening;
    private CmId peer;
    private QueuePair pair;
    private CompletionQueue queue;

    @BeforeEach
    void listen() {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        rdma = Rdma.builder().driver(fabric.driver("host0")).open();
        listening = rdma.streams()
                .listen(new InetSocketAddress(fabric.node("host0").port(1).address(), 0), 4);
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    private void connect(String hello) {
        peer = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
        peer.resolve(listening.localAddress(), LONG);
        pair = queuePair(peer);
        peer.use(pair);
        pair.post(pair.receiveRequests(1).receive(1));
        byte[] data = HexFormat.of().parseHex(hello);
        if (data.length >= KEY + Integer.BYTES) {
            MemoryRegion table = pair.domain()
                    .register(ByteBuffer.allocateDirect(4096), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            ByteBuffer.wrap(data).putLong(TABLE, table.address()).putInt(KEY, table.remoteKey());
        }
        peer.connect(ConnectionParameters.DEFAULTS.privateData(data), LONG);
    }

    private QueuePair queuePair(CmId id) {
        Context context = rdma.verbs(id.device().orElseThrow());
        ProtectionDomain domain = context.protectionDomain();
        queue = context.completionQueue(100);
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
        server.bind(new InetSocketAddress(listening.localAddress().getAddress(), 0));
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

    @Test
    void aMessageThatClaimsMoreThanWasAnnouncedEndsTheStream() {
        connect(HELLO);
        RdmaStream stream = listening.accept(LONG).orElseThrow();

        pair.post(pair.sendRequests(1).writeImmediate(1, 0, 0, 0x1fffffff));

        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> stream.read(ByteBuffer.allocate(1)))
                .withMessageContainingAll("536870911 bytes", "bytes of room");
    }

    @Test
    void messagesWithoutCreditsEndTheStream() {
        connect(HELLO);
        RdmaStream stream = listening.accept(LONG).orElseThrow();
        SendRequests one = pair.sendRequests(1);
        CompletionBatch completions = queue.batch(16);

        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> {
                    int inFlight = 0;
                    for (int i = 0; i < 1_000_000; i++) {
                        if (inFlight < 8) {
                            pair.post(one.writeImmediate(1, 0, 0, 0));
                            inFlight++;
                        }
                        inFlight -= queue.poll(completions);
                        stream.readNow(ByteBuffer.allocate(1));
                    }
                })
                .withMessageContaining("messages without a credit");
    }

    @Test
    void aPeerThatEndsWithoutAFarewellIsReported() {
        connect(HELLO);
        RdmaStream stream = listening.accept(LONG).orElseThrow();

        peer.disconnect(LONG);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> stream.read(ByteBuffer.allocate(1)))
                .withMessageContaining("open another");
    }
}
