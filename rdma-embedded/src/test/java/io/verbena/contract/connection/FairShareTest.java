package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.cm.CmEvent;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.embedded.EmbeddedFabric;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hostile host on a fabric with others costs them neither their share nor their connections. */
@Timeout(120)
class FairShareTest {
    private static final int FLOOD = 1000;
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(LONG);

    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
    private EmbeddedFabric fabric;
    private Rdma serving;
    private Rdma hostile;
    private Rdma honest;
    private InetSocketAddress address;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,2");
        serving = Rdma.builder().driver(fabric.driver("host0")).open();
        hostile = Rdma.builder().driver(fabric.driver("host1")).open();
        honest = Rdma.builder().driver(fabric.driver("host2")).open();
        address = new InetSocketAddress(fabric.node("host0").address(), 7471);
    }

    @AfterEach
    void close() {
        honest.close();
        hostile.close();
        serving.close();
        fabric.close();
    }

    private RoguePeer rogue(Rdma host) {
        return new RoguePeer(host, address);
    }

    private static byte[] hello(int kind, long token) {
        return RoguePeer.hello(RoguePeer.MAGIC, 1, kind, token);
    }

    @Test
    void aFloodOfHalfOpenConnectionsKeepsNoOtherHostOut() {
        try (RdmaServer server = serving.listen(address, OPTIONS.backlog(8))) {
            server.onRefusal(refusal -> refusals.add(refusal.getMessage()));
            server.serve(connection -> connection.awaitDisconnect(LONG));
            RoguePeer rogue = rogue(hostile);
            List<CompletableFuture<CmEvent>> halves = new ArrayList<>();
            for (int token = 0; token < FLOOD; token++) {
                halves.add(rogue.askSilently(RoguePeer.CONTROL, token));
            }

            for (int i = 0; i < 3; i++) {
                long begin = System.nanoTime();
                try (RdmaConnection connection = honest.connect(address, OPTIONS.timeout(Duration.ofSeconds(5)))) {
                    assertThat(connection.isOpen()).isTrue();
                }
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
            }

            assertThat(halves.stream().filter(half -> !half.isDone())).hasSizeLessThanOrEqualTo(6);
            assertThat(refusals)
                    .hasSizeLessThanOrEqualTo(FLOOD)
                    .allSatisfy(refusal -> assertThat(refusal).contains("as it keeps for one address"));
            assertMemoryIsReleased();
        }
    }

    /** The server closes its connections on its own threads, after the clients have gone. */
    private void assertMemoryIsReleased() {
        long end = System.nanoTime() + LONG.toNanos();
        while (fabric.node("host0").memoryKeys() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(fabric.node("host0").memoryKeys()).isZero();
    }

    @Test
    void aTokenOfAnotherHostPairsWithNothing() {
        try (RdmaServer server = serving.listen(address, OPTIONS.timeout(Duration.ofMillis(700)))) {
            CompletableFuture<CmEvent> control = rogue(honest).lane().connect(hello(RoguePeer.CONTROL, 7));
            CompletableFuture<CmEvent> stolen = rogue(hostile).lane().connect(hello(RoguePeer.DATA, 7));

            for (CompletableFuture<CmEvent> each : List.of(control, stolen)) {
                assertThat(each)
                        .failsWithin(LONG)
                        .withThrowableOfType(ExecutionException.class)
                        .withMessageContaining("rejected");
            }
            CompletableFuture<RdmaConnection> next = honest.connectAsync(address, OPTIONS);
            assertThat(server.accept(LONG).isOpen()).isTrue();
            assertThat(joined(next).isOpen()).isTrue();
        }
    }
}
