package io.verbena.spring.boot.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.connection.RdmaConnection;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.spring.boot.Fabrics;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A server on one host, its clients on another; either ends while the other goes on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShutdownTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** More by -Dverbena.cycles. */
    private static final int CYCLES = Integer.getInteger("verbena.cycles", 200);

    private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
    private final ApplicationContextRunner server = Fabrics.at(fabric, "host0")
            .withPropertyValues("rdma.servers.ingest.address=10.0.0.1", "rdma.servers.ingest.port=7471");
    private final ApplicationContextRunner client = Fabrics.at(fabric, "host1")
            .withPropertyValues(
                    "rdma.clients.orders.address=10.0.0.1",
                    "rdma.clients.orders.port=7471",
                    "rdma.clients.orders.retries=0",
                    "rdma.clients.orders.timeout=2s");

    @Test
    void aServerEndsInLessThanASecondUnderTraffic() {
        client.run(asking -> server.withBean(Listeners.Texts.class).run(serving -> {
            RdmaTemplate orders = asking.getBean(RdmaTemplate.class);
            AtomicLong answers = new AtomicLong();
            AtomicBoolean over = new AtomicBoolean();
            List<CompletableFuture<Void>> traffic = Stream.generate(() -> CompletableFuture.runAsync(() -> {
                        while (!over.get()) {
                            try {
                                orders.request("hello").join();
                                answers.incrementAndGet();
                            } catch (RuntimeException e) {
                                Thread.onSpinWait();
                            }
                        }
                    }))
                    .limit(2)
                    .toList();
            while (answers.get() < 100) {
                Thread.sleep(1);
            }
            long begin = System.nanoTime();
            serving.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SECOND);
            over.set(true);
            traffic.forEach(CompletableFuture::join);
        }));
    }

    @Test
    void aClientEndsInLessThanASecondUnderTraffic() {
        server.withBean(Listeners.Texts.class)
                .run(serving -> client.run(asking -> {
                    RdmaTemplate orders = asking.getBean(RdmaTemplate.class);
                    AtomicLong answers = new AtomicLong();
                    CompletableFuture<Void> traffic = CompletableFuture.runAsync(() -> {
                        while (true) {
                            orders.request("hello").join();
                            answers.incrementAndGet();
                        }
                    });
                    while (answers.get() < 100) {
                        Thread.sleep(1);
                    }
                    long begin = System.nanoTime();
                    asking.close();
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SECOND);
                    assertThatThrownBy(traffic::join).hasMessageContaining("RDMA client 'orders'");
                }));
    }

    @Test
    void whatIsUnderWayIsAnsweredBeforeTheEnd() {
        client.run(asking -> server.withBean(Listeners.Slow.class).run(serving -> {
            Listeners.Slow slow = serving.getBean(Listeners.Slow.class);
            CompletableFuture<String> answer =
                    asking.getBean(RdmaTemplate.class).request("hello");
            slow.begun.await();
            CompletableFuture<Void> end = CompletableFuture.runAsync(serving::close);
            Thread.sleep(100);
            assertThat(end).isNotDone();
            assertThatThrownBy(() ->
                            asking.getBean(RdmaTemplate.class).request("more").get(5, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("the server is shutting down");
            slow.finish.countDown();
            assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo("at last");
            end.get(5, TimeUnit.SECONDS);
        }));
    }

    @Test
    void whoWaitsForAnIdleConnectionIsTold() {
        client.run(asking -> server.withBean(Listeners.Connections.class).run(serving -> {
            RdmaConnection idle = asking.getBean(RdmaTemplate.class).<RdmaConnection>execute(connection -> connection);
            long begin = System.nanoTime();
            serving.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SECOND);
            idle.awaitDisconnect(SECOND);
        }));
    }

    @Test
    void whatTakesLongerThanTheTimeoutIsLeft() {
        client.run(asking -> server.withBean(Listeners.Slow.class)
                .withPropertyValues("rdma.shutdown-timeout=100ms")
                .run(serving -> {
                    Listeners.Slow slow = serving.getBean(Listeners.Slow.class);
                    CompletableFuture<String> answer =
                            asking.getBean(RdmaTemplate.class).request("hello");
                    slow.begun.await();
                    long begin = System.nanoTime();
                    serving.close();
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(100), SECOND);
                    assertThatThrownBy(() -> answer.get(5, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
                }));
    }

    @Test
    void nothingIsLeftAfterManyStartsAndStops() throws Exception {
        cycle();
        cycle();
        long threads = threads();
        long files = files();
        long memory = directMemory();
        long objects = deviceObjects();
        for (int i = 0; i < CYCLES; i++) {
            cycle();
        }
        // Threads that are told to end need a moment, and direct memory a collection.
        for (int i = 0; i < 100 && (threads() > threads || directMemory() > memory); i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertThat(threads()).isLessThanOrEqualTo(threads);
        assertThat(files()).isLessThanOrEqualTo(files + 2);
        assertThat(directMemory()).isLessThanOrEqualTo(memory);
        assertThat(deviceObjects()).isEqualTo(objects);
    }

    /** Queue pairs, and regions of memory that are registered, of both hosts. */
    private long deviceObjects() {
        return Stream.of("host0", "host1")
                .map(fabric::node)
                .mapToLong(node -> node.queuePairs() + node.memoryKeys())
                .sum();
    }

    private void cycle() {
        server.withBean(Listeners.Texts.class)
                .withPropertyValues("rdma.protection-domains.shared=", "rdma.servers.ingest.protection-domain=shared")
                .run(serving -> client.run(asking -> {
                    serving.getBean(RegisteredByteBufAllocator.class)
                            .directBuffer(100)
                            .release();
                    assertThat(asking.getBean(RdmaTemplate.class)
                                    .request("hello")
                                    .get(5, TimeUnit.SECONDS))
                            .isEqualTo("you said hello");
                }));
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("rdma-") || name.startsWith("verbena"))
                .count();
    }

    private static long files() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.count();
        }
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
