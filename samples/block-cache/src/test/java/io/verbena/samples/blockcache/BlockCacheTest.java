package io.verbena.samples.blockcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.RequestFailedException;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithFabric
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BlockCacheTest {
    private static final int BLOCKS = 4;
    private static final int SIZE = 64 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Rdma host;
    private InetSocketAddress address;
    private BlockServer server;
    private BlockClient client;

    @BeforeEach
    void start(EmbeddedFabric fabric, Rdma rdma) {
        host = Rdma.builder().driver(fabric.driver("host1")).open();
        address = new InetSocketAddress(fabric.node("host1").port(1).address(), 7471);
        server = BlockServer.start(host, address, BLOCKS, SIZE);
        client = new BlockClient(rdma, address, PATIENCE);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        host.close();
    }

    private void restart() {
        server.close();
        server = BlockServer.start(host, address, BLOCKS, SIZE);
    }

    @Test
    void readsWithoutMessages() {
        assertThat(client.write(2, Patterns.of(5, SIZE))).isEqualTo(1);
        long requests = server.requests();

        Block block = client.read(2);

        assertThat(block.data()).isEqualTo(Patterns.of(5, SIZE));
        assertThat(block.generation()).isEqualTo(1);
        assertThat(server.requests()).isEqualTo(requests);
        assertThat(client.read(3).isEmpty()).isTrue();
    }

    @Test
    void waitsForTheEndOfAWriteInProgress() throws Exception {
        server.write(1, Patterns.of(1, SIZE));
        int at = BlockSlot.length(SIZE) + BlockSlot.HEADER;
        // Simulates a writer that is suspended during a write.
        server.memory().bytes().put(at, Patterns.of(2, SIZE), 0, SIZE / 2);

        CompletableFuture<Block> reading = CompletableFuture.supplyAsync(() -> client.read(1));
        await().until(() -> client.statistics().torn() > 10);
        assertThat(reading).isNotDone();
        server.write(1, Patterns.of(2, SIZE));

        assertThat(reading.get(10, TimeUnit.SECONDS).data()).isEqualTo(Patterns.of(2, SIZE));
        assertThat(client.statistics().connections()).isEqualTo(1);
    }

    @Test
    void rejectsOlderBlocksAndOtherEpochs() throws Exception {
        server.write(0, Patterns.of(1, SIZE));
        byte[] older = new byte[BlockSlot.length(SIZE)];
        server.memory().bytes().get(0, older);
        client.write(0, Patterns.of(2, SIZE));
        Block known = client.read(0);
        server.memory().bytes().put(0, older);
        waitsForAnother();

        Block foreign = new Block(known.epoch() + 1, 100, 0, Patterns.of(3, SIZE));
        BlockSlot.write(server.memory().bytes(), 0, SIZE, foreign);
        waitsForAnother();
    }

    /** Checks that a read of block 0 accepts no copy until the block is written again. */
    private void waitsForAnother() throws Exception {
        long stale = client.statistics().stale();
        CompletableFuture<Block> reading = CompletableFuture.supplyAsync(() -> client.read(0));
        await().until(() -> client.statistics().stale() > stale + 10);
        assertThat(reading).isNotDone();
        long generation = server.write(0, Patterns.of(9, SIZE));
        assertThat(reading.get(10, TimeUnit.SECONDS).generation()).isEqualTo(generation);
    }

    @Test
    void returnsNoTornOrOlderBlockDuringWrites() {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int value = 1; !stop.get(); value++) {
                // Pauses occasionally, because otherwise no copy would be consistent.
                server.write(0, Patterns.of(value, SIZE));
                if (value % 4 == 0) {
                    LockSupport.parkNanos(1000);
                }
            }
        });
        try {
            long last = 0;
            for (int round = 0; round < 2_000; round++) {
                Block block = client.read(0);
                assertThat(Patterns.isWhole(block)).isTrue();
                assertThat(block.generation()).isGreaterThanOrEqualTo(last);
                if (!block.isEmpty()) {
                    assertThat(block.data().get(0)).isEqualTo((byte) block.generation());
                }
                last = block.generation();
            }
            assertThat(last).isPositive();
        } finally {
            stop.set(true);
            writing.join();
        }
    }

    @Test
    void readsEmptyBlocksAfterARestart() {
        client.write(0, Patterns.of(1, SIZE));
        Block before = client.read(0);
        restart();

        Block after = client.read(0);

        assertThat(after.isEmpty()).isTrue();
        assertThat(after.epoch()).isNotEqualTo(before.epoch());
        assertThat(client.write(0, Patterns.of(2, SIZE))).isEqualTo(1);
        assertThat(client.read(0).data()).isEqualTo(Patterns.of(2, SIZE));
        assertThat(client.statistics().connections()).isEqualTo(2);
    }

    @Test
    void continuesReadingThroughRestartsDuringWrites() {
        for (int round = 1; round <= 5; round++) {
            int value = round;
            CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 50; i++) {
                    assertThat(Patterns.isWhole(client.read(0))).isTrue();
                }
            });
            server.write(0, Patterns.of(value, SIZE));
            restart();
            server.write(0, Patterns.of(100 + value, SIZE));
            long epoch = client.read(1).epoch();
            reading.join();
            Block block = client.read(0);
            assertThat(block.epoch()).isEqualTo(epoch);
            assertThat(block.data().get(0)).isEqualTo((byte) (100 + value));
        }
    }

    @Test
    void servesTwoClients(Rdma rdma) {
        try (BlockClient other = new BlockClient(rdma, address, PATIENCE)) {
            client.write(0, Patterns.of(1, SIZE));
            assertThat(other.read(0).data()).isEqualTo(Patterns.of(1, SIZE));
            other.write(0, Patterns.of(2, 10));
            assertThat(client.read(0).data()).isEqualTo(Patterns.of(2, 10));
            assertThat(server.clients()).isEqualTo(2);
        }
        await().until(() -> server.clients() == 1);
    }

    @Test
    void givesUpWithTheReasonWithoutAServer(Rdma rdma) {
        InetSocketAddress nobody = new InetSocketAddress(address.getAddress(), 7472);
        try (BlockClient lost = new BlockClient(rdma, nobody, Duration.ofMillis(200))) {
            assertThatThrownBy(() -> lost.read(0))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageStartingWith("cannot read block 0 at /10.0.0.2:7472 within 200 ms: ");
        }
    }

    @Test
    void rejectsInvalidReadsAndWrites() {
        assertThatThrownBy(() -> client.read(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no block 4; they are from 0 to 3");
        assertThatThrownBy(() -> client.write(-1, ByteBuffer.allocate(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no block -1; they are from 0 to 3");
        assertThatThrownBy(() -> client.write(0, ByteBuffer.allocate(SIZE + 1)))
                .isInstanceOf(RequestFailedException.class)
                .hasMessageContaining("block 0 has 65537 bytes; the maximum is 65536");
        assertThat(client.write(0, ByteBuffer.allocate(0))).isEqualTo(1);
    }
}
