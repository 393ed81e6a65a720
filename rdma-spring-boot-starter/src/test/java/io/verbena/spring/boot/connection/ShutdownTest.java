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

/** Tests a server on one host and its clients on another, when one of the applications shuts down. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShutdownTest {
    /** Half the default of rdma.shutdown-timeout, so that a shutdown that waits for that timeout takes longer. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** The number of cycles; {@code -Dverbena.cycles} increases it. */
    private static final int CYCLES = Integer.getInteger("verbena.cycles", 200);

    private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
    private final ApplicationContextRunner server = Fabrics.at(fabric, "host0")
            .withPropertyValues("rdma.servers.ingest.address=10.0.0.1", "rdma.servers.ingest.port=7471");
    private final ApplicationContextRunner client = Fabrics.at(fabric, "host1")
            .withPropertyValues(
                    "rdma.clients.orders.address=10.0.0.1",
                    "rdma.clients.orders.port=7471",
                    "rdma.clients.orders.retries=0",
                    "rdma.clients.orders.timeout=20s");

    @Test
    void serverClosesSoonUnderTraffic() {
        client.run(asking -> server.withBean(ListenerSamples.Texts.class).run(serving -> {
            RdmaTemplate orders = asking.getBean(RdmaTemplate.class);
            AtomicLong answers = new AtomicLong();
            AtomicBoolean over = new AtomicBoolean();
            List<CompletableFuture<Void>> traffic = Stream.generate(() -> CompletableFuture.runAsync(() -> {
                        while (!over.get()) {
                            try {
                                orders.requestAsync("hello").join();
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
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
            over.set(true);
            traffic.forEach(CompletableFuture::join);
        }));
    }

    @Test
    void clientClosesSoonUnderTraffic() {
        server.withBean(ListenerSamples.Texts.class)
                .run(serving -> client.run(asking -> {
                    RdmaTemplate orders = asking.getBean(RdmaTemplate.class);
                    AtomicLong answers = new AtomicLong();
                    CompletableFuture<Void> traffic = CompletableFuture.runAsync(() -> {
                        while (true) {
                            orders.requestAsync("hello").join();
                            answers.incrementAndGet();
                        }
                    });
                    while (answers.get() < 100) {
                        Thread.sleep(1);
                    }
                    long begin = System.nanoTime();
                    asking.close();
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
                    assertThatThrownBy(traffic::join).hasMessageContaining("RDMA client 'orders'");
                }));
    }

    @Test
    void requestsInFlightAreAnsweredBeforeTheServerCloses() {
        client.run(asking -> server.withBean(ListenerSamples.Slow.class).run(serving -> {
            ListenerSamples.Slow slow = serving.getBean(ListenerSamples.Slow.class);
            CompletableFuture<String> answer =
                    asking.getBean(RdmaTemplate.class).requestAsync("hello");
            slow.begun.await();
            CompletableFuture<Void> end = CompletableFuture.runAsync(serving::close);
            Thread.sleep(100);
            assertThat(end).isNotDone();
            assertThatThrownBy(() -> asking.getBean(RdmaTemplate.class)
                            .requestAsync("more")
                            .get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("the server is shutting down");
            slow.finish.countDown();
            assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("at last");
            end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }));
    }

    @Test
    void closingServerDisconnectsIdleConnections() {
        client.run(asking -> server.withBean(ListenerSamples.Connections.class).run(serving -> {
            RdmaConnection idle = asking.getBean(RdmaTemplate.class).<RdmaConnection>execute(connection -> connection);
            long begin = System.nanoTime();
            serving.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
            idle.awaitDisconnect(SOON);
        }));
    }

    @Test
    void requestThatTakesLongerThanTheShutdownTimeoutFails() {
        client.run(asking -> server.withBean(ListenerSamples.Slow.class)
                .withPropertyValues("rdma.shutdown-timeout=100ms")
                .run(serving -> {
                    ListenerSamples.Slow slow = serving.getBean(ListenerSamples.Slow.class);
                    CompletableFuture<String> answer =
                            asking.getBean(RdmaTemplate.class).requestAsync("hello");
                    slow.begun.await();
                    long begin = System.nanoTime();
                    serving.close();
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(100), SOON);
                    assertThatThrownBy(() -> answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                            .isInstanceOf(ExecutionException.class);
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
        // Interrupted threads need a moment to end, and direct memory is freed by the garbage collector.
        for (int i = 0; i < 100 && (threads() > threads || directMemory() > memory); i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertThat(threads()).isLessThanOrEqualTo(threads);
        assertThat(files()).isLessThanOrEqualTo(files + 2);
        assertThat(directMemory()).isLessThanOrEqualTo(memory);
        assertThat(deviceObjects()).isEqualTo(objects);
    }

    /** Counts the queue pairs and the registered memory regions of both hosts. */
    private long deviceObjects() {
        return Stream.of("host0", "host1")
                .map(fabric::node)
                .mapToLong(node -> node.queuePairs() + node.memoryKeys())
                .sum();
    }

    private void cycle() {
        server.withBean(ListenerSamples.Texts.class)
                .withPropertyValues("rdma.protection-domains.shared=", "rdma.servers.ingest.protection-domain=shared")
                .run(serving -> client.run(asking -> {
                    serving.getBean(RegisteredByteBufAllocator.class)
                            .directBuffer(100)
                            .release();
                    assertThat(asking.getBean(RdmaTemplate.class)
                                    .requestAsync("hello")
                                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS))
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
