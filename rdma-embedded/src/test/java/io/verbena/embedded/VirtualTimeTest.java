package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true)
class VirtualTimeTest {
    private static final VendorClass VENDOR = VendorClass.of(0x32, 0x001405);

    @Test
    void aTimeoutTakesSimulatedTimeOnly(EmbeddedFabric fabric) {
        Asker host = new Asker(fabric, "host0");
        long simulated = fabric.nanoTime();
        long real = System.nanoTime();

        for (int i = 0; i < 100_000; i++) {
            assertThat(host.ask(Asker.request(NodeInfo.LAYOUT, 0, 1, 30)).status())
                    .isEqualTo(Errno.ETIMEDOUT);
        }

        assertThat(fabric.nanoTime() - simulated).isEqualTo(100_000L * Asker.TIMEOUT * 1_000_000);
        assertThat(System.nanoTime() - real).isLessThan(fabric.nanoTime() - simulated);
    }

    @Test
    void aReceiveEndsAtItsDeadlineAndNotBefore(EmbeddedFabric fabric) {
        Asker host = new Asker(fabric, "host0");
        long start = fabric.nanoTime();

        host.receive(reply -> {}, TimeUnit.DAYS.toNanos(1));

        assertThat(fabric.nanoTime() - start).isEqualTo(TimeUnit.DAYS.toNanos(1));
    }

    /** A subnet manager sweeps at intervals forever, and the clock jumps from one sweep to the next while the reader waits. */
    @Test
    void aThreadGetsInWhileAReaderLetsTimeRunOn(EmbeddedFabric fabric) {
        fabric.manage("host1");
        Asker reader = new Asker(fabric, "host0");
        long start = fabric.nanoTime();
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(() -> reader.receive(reply -> {}, TimeUnit.DAYS.toNanos(36_500)));
        while (fabric.nanoTime() - start < TimeUnit.HOURS.toNanos(1)) {
            Thread.onSpinWait();
        }

        for (int i = 0; i < 100; i++) {
            assertThat(fabric.node("host0").port(1).lid()).isNotZero();
        }

        assertThat(waits).isNotDone();
        reader.close();
        assertThat(waits).failsWithin(Duration.ofSeconds(10));
    }

    @Test
    void timeStandsStillWhileAReaderIsBusy(EmbeddedFabric fabric) throws Exception {
        Asker busy = new Asker(fabric, "host1");
        Asker waiting = new Asker(fabric, "host0");
        busy.receive(reply -> {}, 0);
        long start = fabric.nanoTime();
        CompletableFuture<Void> reader =
                CompletableFuture.runAsync(() -> waiting.receive(reply -> {}, TimeUnit.HOURS.toNanos(1)));
        Thread.sleep(50);
        assertThat(fabric.nanoTime()).isEqualTo(start);

        busy.close();

        reader.get(10, TimeUnit.SECONDS);
        assertThat(fabric.nanoTime() - start).isEqualTo(TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void aChannelThatIsNeverReadDoesNotStopTime(EmbeddedFabric fabric) {
        Asker silent = new Asker(fabric, "host1");
        Asker host = new Asker(fabric, "host0");
        // A datagram was sent, and its response has returned.
        silent.channel()
                .send(
                        silent.directedAgent(),
                        MadAddress.DIRECTED,
                        ByteBuffer.wrap(Asker.request(NodeInfo.LAYOUT, 0, 1).toBytes()),
                        Asker.TIMEOUT);
        long start = fabric.nanoTime();

        host.receive(reply -> {}, TimeUnit.HOURS.toNanos(1));

        assertThat(fabric.nanoTime() - start).isEqualTo(TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void timeStandsStillWhileTheHandlerOfAServerWorks(EmbeddedFabric fabric) throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        try (Rdma here = open(fabric, "host0");
                Rdma there = open(fabric, "host1");
                MadTransactor asking = here.mad(here.defaultEndPort());
                MadTransactor serving = there.mad(there.defaultEndPort());
                MadServer server = serving.serve(MadService.of(VENDOR, MadMethod.GET), served -> {
                    arrived.countDown();
                    uninterruptibly(done);
                    served.respond(new byte[] {42});
                })) {
            IbPath path = IbPath.to(serving.endPort().attributes().lid());
            long start = fabric.nanoTime();
            CompletableFuture<byte[]> answer = asking.async().vendorGet(VENDOR, 0x10, 0, new byte[0], path);
            CompletableFuture<Long> when = answer.thenApply(data -> fabric.nanoTime());
            assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
            Thread.sleep(50);

            assertThat(fabric.nanoTime()).isEqualTo(start);
            done.countDown();

            assertThat(answer.get(10, TimeUnit.SECONDS)[0]).isEqualTo((byte) 42);
            assertThat(when.get(10, TimeUnit.SECONDS))
                    .as("no request was repeated")
                    .isEqualTo(start);
            assertThat(server.service().managementClass()).isEqualTo(VENDOR.code());
        }
    }

    @Test
    void timeAdvancesWhileAHandlerWaitsForAResponse(EmbeddedFabric fabric) throws Exception {
        AtomicLong handled = new AtomicLong();
        try (Rdma here = open(fabric, "host0");
                Rdma there = open(fabric, "host1");
                MadTransactor asking = here.mad(here.defaultEndPort());
                MadTransactor serving = there.mad(there.defaultEndPort());
                MadServer server = serving.serve(MadService.of(VENDOR, MadMethod.GET), served -> {
                    // No agent responds, which only the timeout reveals.
                    assertThatExceptionOfType(MadTimeoutException.class)
                            .isThrownBy(() -> serving.subnGet(NodeInfo.class, DirectedPath.of(1, 30)));
                    handled.set(fabric.nanoTime());
                    served.respond(new byte[] {43});
                })) {
            IbPath path = IbPath.to(serving.endPort().attributes().lid());
            MadTransactor patient = asking.withOptions(MadOptions.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
            long start = fabric.nanoTime();

            CompletableFuture<byte[]> answer = patient.async().vendorGet(VENDOR, 0x10, 0, new byte[0], path);

            assertThat(answer.get(10, TimeUnit.SECONDS)[0]).isEqualTo((byte) 43);
            assertThat(handled.get() - start).isBetween(1_500_000_000L, 1_600_000_000L);
            assertThat(server.service().managementClass()).isEqualTo(VENDOR.code());
        }
    }

    private static Rdma open(EmbeddedFabric fabric, String host) {
        return Rdma.builder().driver(fabric.driver(host)).open();
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anIdleReaderWithoutADeadlineDoesNotMoveTime(EmbeddedFabric fabric) throws Exception {
        Asker idle = new Asker(fabric, "host0");
        long start = fabric.nanoTime();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> idle.receive(reply -> {}, Long.MAX_VALUE));
        Thread.sleep(50);
        assertThat(fabric.nanoTime()).isEqualTo(start);
        assertThat(reader).isNotDone();

        idle.channel().wakeUp();

        reader.get(10, TimeUnit.SECONDS);
    }

    @Test
    void equalSeedsReproduceTheRun() {
        List<String> first = run(3);

        assertThat(run(3)).isEqualTo(first);
        assertThat(run(4)).isNotEqualTo(first);
    }

    private static List<String> run(long seed) {
        List<String> log = new ArrayList<>();
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,4,4").virtualTime().open();
                Asker host = new Asker(fabric, "host0")) {
            fabric.loss(0.2, seed).duplicate(0.2, seed + 1).reorder(0.3, Duration.ofMillis(3), seed + 2);
            for (int i = 0; i < 200; i++) {
                int status = host.ask(Asker.request(NodeInfo.LAYOUT, 0, 1)).status();
                log.add(fabric.nanoTime() + ": " + status);
            }
        }
        return log;
    }

    @Test
    void aMillionCallsCompleteDespiteLossDuplicationAndReordering(EmbeddedFabric fabric, Rdma rdma) throws Exception {
        int calls = 1_000_000;
        int window = 256;
        fabric.loss(0.05, 1)
                .duplicate(0.05, 2)
                .reorder(0.05, Duration.ofMillis(2), 3)
                .delay(Duration.ofNanos(1_000));
        AtomicInteger next = new AtomicInteger();
        AtomicInteger right = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger late = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(window);
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            class Asking {
                void ask() {
                    int call = next.getAndIncrement();
                    if (call >= calls) {
                        done.countDown();
                        return;
                    }
                    int port = 1 + call % 36;
                    CompletableFuture<Void> ended = mad.async()
                            .subnGet(PortInfo.class, DirectedPath.of(1), port)
                            .handle((info, failure) -> {
                                if (failure != null) {
                                    (failure instanceof MadTimeoutException ? late : wrong).incrementAndGet();
                                } else {
                                    (isOf(info, port) ? right : wrong).incrementAndGet();
                                }
                                return info;
                            })
                            .thenAccept(info -> ask());
                    assertThat(ended).isNotNull();
                }
            }
            for (int i = 1; i <= 36; i++) {
                // The response of each port is different.
                int violations = i;
                fabric.node("leaf0").port(i).change(info -> info.qKeyViolations(violations));
            }
            for (int i = 0; i < window; i++) {
                new Asking().ask();
            }
            assertThat(done.await(50, TimeUnit.SECONDS)).as("every call ended").isTrue();
        }
        assertThat(wrong).hasValue(0);
        assertThat(right.get() + late.get()).isEqualTo(calls);
        assertThat(late.get()).as("three tries at 10 %% each").isBetween(600, 1_200);
    }

    private static boolean isOf(PortInfo info, int port) {
        return info.qKeyViolations() == port;
    }
}
