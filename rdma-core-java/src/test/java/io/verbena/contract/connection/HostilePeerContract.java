package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RequestChannel;
import io.verbena.connection.ServerLimits;
import io.verbena.contract.cm.CmBed;
import io.verbena.error.RdmaException;
import io.verbena.verbs.Deadline;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server of requests, and peers that speak raw verbs and break the protocol in every way: each is ended with a cause, and costs
 * the server and its other clients nothing. A seed determines the steps of a peer: {@code -Dverbena.hostile.seed=N} repeats those
 * of peer {@code N}, and {@code -Dverbena.hostile.peers=N} sets the number of peers.
 */
@Tag("slow")
@Timeout(300)
public abstract class HostilePeerContract {
    private static final MessageOptions OPTIONS =
            MessageOptions.DEFAULTS.slots(8, 1024).largest(1 << 16).timeout(Duration.ofSeconds(2));

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int WORKERS = 4;

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private CmBed bed;
    private RdmaServer server;
    private RoguePeer rogue;
    private RequestChannel good;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    /** The number of peers. */
    protected int peers() {
        return 100;
    }

    @BeforeEach
    void open() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        bed = bed();
        server = bed.rdma()
                .listen(
                        new InetSocketAddress(bed.server(), 0),
                        // All peers of this test have one address, which would soon be refused for their faults.
                        ConnectionOptions.DEFAULTS
                                .timeout(Duration.ofSeconds(2))
                                .limits(ServerLimits.DEFAULTS.faultsPerPeer(0)));
        rogue = new RoguePeer(bed.rdma(), server.address());
        CompletableFuture<RdmaConnection> connecting =
                bed.rdma().connectAsync(server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        RdmaConnection accepted = server.accept(LONG);
        CompletableFuture<RequestChannel> serving = CompletableFuture.supplyAsync(() -> serve(accepted));
        good = RequestChannel.asking(MessageChannel.open(joined(connecting), OPTIONS), SOON);
        joined(serving);
    }

    @AfterEach
    void close() {
        bed.close();
        workers.shutdownNow();
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    private RequestChannel serve(RdmaConnection connection) {
        return RequestChannel.answering(
                MessageChannel.open(connection, OPTIONS), request -> request, workers, Duration.ofSeconds(1));
    }

    @Test
    void aHostilePeerIsDisconnectedWithACauseAndDoesNotAffectOthers() {
        Integer only = Integer.getInteger("verbena.hostile.seed");
        if (only != null) {
            assertThatPeerIsHarmless(only);
            return;
        }
        assertThatPeerIsHarmless(0);
        int threads = threads();
        long memory = directMemory();
        int peers = Integer.getInteger("verbena.hostile.peers", peers());
        for (int seed = 1; seed <= peers; seed++) {
            assertThatPeerIsHarmless(seed);
        }
        assertThatThreadsFallTo(threads + WORKERS);
        assertThatMemoryFallsTo(memory + (1 << 20));
        assertThat(uncaught).isEmpty();
    }

    private void assertThatPeerIsHarmless(int seed) {
        HostileScript script = new HostileScript(seed, OPTIONS);
        try (RoguePeer.Lane data = rogue.lane(script.receives(), script.receiveBytes())) {
            RoguePeer.Accepted peer = rogue.connect(server, seed, data);
            try (RoguePeer.Lane control = peer.control();
                    RdmaConnection victim = peer.connection()) {
                CompletableFuture<RequestChannel> serving = CompletableFuture.supplyAsync(() -> serve(victim));
                script.introduce(control);
                for (int step = 0; step < script.steps() && victim.isOpen(); step++) {
                    script.step(data);
                    assertThatOthersAreServed(script);
                }
                assertEnds(script, victim, serving);
                assertThatOthersAreServed(script);
            }
        } catch (RdmaException e) {
            throw new AssertionError(script + " failed itself", e);
        }
    }

    /** A peer that broke a rule is ended at once, and one that is silent while the channel opens when its time is over. */
    private static void assertEnds(HostileScript script, RdmaConnection victim, CompletableFuture<?> serving) {
        if (script.mustEnd()) {
            try {
                victim.awaitDisconnect(SOON);
            } catch (RdmaException e) {
                throw new AssertionError(script + " was not ended", e);
            }
        }
        assertThat(serving.handle((channel, failure) -> true))
                .as(script.toString())
                .succeedsWithin(SOON);
        if (!victim.isOpen()) {
            assertThat(victim.endCause()).as(script.toString()).isPresent();
            String cause = victim.endCause().orElseThrow().getMessage();
            assertThat(cause).as(script.toString()).contains(victim.toString()).hasSizeGreaterThan(60);
        }
    }

    private void assertThatOthersAreServed(HostileScript script) {
        long began = System.nanoTime();
        ByteBuffer reply = good.requestAsync(ByteBuffer.allocate(100)).join();
        assertThat(reply.remaining()).isEqualTo(100);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as(script.toString())
                .isLessThan(Duration.ofSeconds(1));
    }

    /** A thread that ends is counted a little longer. */
    private static void assertThatThreadsFallTo(int count) {
        Deadline deadline = Deadline.in(LONG);
        while (threads() > count && !deadline.isOver()) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(threads()).as("threads").isLessThanOrEqualTo(count);
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** The JVM frees direct memory some time after the buffer is garbage. */
    private static void assertThatMemoryFallsTo(long bytes) {
        Deadline deadline = Deadline.in(LONG);
        while (directMemory() > bytes && !deadline.isOver()) {
            System.gc();
            LockSupport.parkNanos(100_000_000);
        }
        assertThat(directMemory()).as("bytes of direct memory").isLessThanOrEqualTo(bytes);
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
