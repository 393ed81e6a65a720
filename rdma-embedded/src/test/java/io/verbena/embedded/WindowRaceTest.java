package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.MemoryWindow;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A window is bound, rebound, invalidated and closed while the peer writes through it. Once the request of the owner has completed,
 * no further byte changes (IBA 10.6.7.2). The writes are those of an unreliable connection, which survives refused writes.
 */
@Timeout(120)
class WindowRaceTest {
    private static final int ROUNDS = 60;

    /** So many that copying them takes longer than a completion. */
    private static final int BYTES = 4 * 1024 * 1024;

    private static final int PAGE = 4096;
    private static final Set<AccessFlag> WRITE = Set.of(AccessFlag.REMOTE_WRITE);

    private EmbeddedFabric fabric;
    private Station client;
    private Station server;
    private final ByteBuffer source = ByteBuffer.allocateDirect(BYTES);
    private MemoryRegion sent;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(2 * BYTES);
    private MemoryRegion region;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new Station(fabric, "host0", QueuePairType.UC);
        server = new Station(fabric, "host1", QueuePairType.UC);
        Station.connect(client, server, setup -> setup);
        sent = client.domain.register(source);
        region =
                server.domain.register(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.WINDOW_BIND);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    /** Where the peer writes. */
    private record Target(long address, int key) {}

    /** Writes to the latest target, each time other bytes, until it is closed. */
    private final class Writer implements AutoCloseable {
        final AtomicReference<Target> target = new AtomicReference<>(new Target(0, 0));
        private final AtomicBoolean ended = new AtomicBoolean();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Thread thread = new Thread(this::run);

        Writer() {
            thread.start();
        }

        private void run() {
            try {
                for (byte value = 0; !ended.get(); value++) {
                    for (int at = 0; at < BYTES; at += PAGE) {
                        source.put(at, value);
                    }
                    Target to = Objects.requireNonNull(target.get());
                    client.pair.post(client.pair
                            .sendRequests(1)
                            .write(1, to.address, to.key)
                            .segment(sent, 0, BYTES));
                    client.next().check();
                }
            } catch (RuntimeException | AssertionError e) {
                failure.set(e);
            }
        }

        @Override
        public void close() {
            ended.set(true);
            try {
                thread.join(TimeUnit.SECONDS.toMillis(30));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(failure.get()).isNull();
        }
    }

    /** Returns the first byte of each page of a half of the memory. */
    private byte[] sample(int offset) {
        byte[] bytes = new byte[BYTES / PAGE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = memory.get(offset + i * PAGE);
        }
        return bytes;
    }

    /** Waits until the peer has begun to write to a half of the memory. */
    private void awaitWrite(int offset) {
        byte before = memory.get(offset);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (memory.get(offset) == before) {
            assertThat(System.nanoTime() - end).as("a write through the window").isNegative();
        }
    }

    private void assertUnchanged(int offset) {
        byte[] now = sample(offset);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(sample(offset)).isEqualTo(now);
    }

    @Test
    void nothingIsWrittenThroughAnInvalidatedWindow() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_2);
        try (Writer writer = new Writer()) {
            int key = window.nextKey();
            for (int round = 0; round < ROUNDS; round++) {
                server.pair.post(server.pair.sendRequests(1).bind(1, window, key, region, 0, BYTES, WRITE));
                server.next().check();
                writer.target.set(new Target(region.address(), key));
                awaitWrite(0);

                server.pair.post(server.pair.sendRequests(1).invalidate(2, key));
                server.next().check();

                assertUnchanged(0);
                key = (key & ~0xff) | ((key + 1) & 0xff);
            }
        }
    }

    @Test
    void nothingIsWrittenThroughTheLastBindingOfAWindow() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_1);
        try (Writer writer = new Writer()) {
            for (int round = 0; round < ROUNDS; round++) {
                int half = (round & 1) * BYTES;
                window.bind(server.pair, 1, region, half, BYTES, WRITE);
                server.next().check();

                assertUnchanged(BYTES - half);
                writer.target.set(new Target(region.address() + half, window.remoteKey()));
                awaitWrite(half);
            }
            window.bind(server.pair, 2, region, 0, 0, WRITE);
            server.next().check();
            assertUnchanged(0);
            assertUnchanged(BYTES);
        }
    }

    @Test
    void nothingIsWrittenThroughAClosedWindow() {
        try (Writer writer = new Writer()) {
            for (int round = 0; round < ROUNDS; round++) {
                try (MemoryWindow window = server.domain.window(WindowType.TYPE_1)) {
                    window.bind(server.pair, 1, region, 0, BYTES, WRITE);
                    server.next().check();
                    writer.target.set(new Target(region.address(), window.remoteKey()));
                    awaitWrite(0);
                }
                assertUnchanged(0);
            }
        }
    }

    @Test
    void aReliableConnectionEndsWithTheFirstWriteAfterTheInvalidation() {
        try (Station one = new Station(fabric, "host0", QueuePairType.RC);
                Station other = new Station(fabric, "host1", QueuePairType.RC)) {
            MemoryRegion bound = other.domain.register(
                    memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.WINDOW_BIND);
            MemoryRegion pages = one.domain.register(source);
            for (int round = 0; round < 20; round++) {
                one.pair.reset();
                other.pair.reset();
                Station.connect(one, other, setup -> setup);
                MemoryWindow window = other.domain.window(WindowType.TYPE_2);
                int key = window.nextKey();
                other.pair.post(other.pair.sendRequests(1).bind(1, window, key, bound, 0, BYTES, WRITE));
                other.next().check();
                Thread owner = new Thread(
                        () -> other.pair.post(other.pair.sendRequests(1).invalidate(2, key)));
                owner.start();

                WorkCompletionStatus status = WorkCompletionStatus.SUCCESS;
                while (status == WorkCompletionStatus.SUCCESS) {
                    one.pair.post(one.pair
                            .sendRequests(1)
                            .write(1, bound.address(), key)
                            .segment(pages, 0, BYTES));
                    status = one.next().status();
                }

                assertThat(status).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
                assertThat(other.next().check().id()).isEqualTo(2);
                window.close();
            }
        }
    }
}
