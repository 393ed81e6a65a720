package io.verbena.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.contract.cm.CmBed;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A server, and one connection to it: both of its sides. */
final class Both implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);
    static final Duration SHORT = Duration.ofMillis(50);

    private static final long PAUSE_NANOS = 100_000;

    final CmBed bed;
    final RdmaServer server;
    final RdmaConnection client;
    final RdmaConnection accepted;

    Both(CmBed bed) {
        this(bed, ConnectionOptions.DEFAULTS.timeout(LONG));
    }

    Both(CmBed bed, ConnectionOptions options) {
        this.bed = bed;
        this.server = bed.rdma().listen(new InetSocketAddress(bed.server(), 0), options);
        CompletableFuture<RdmaConnection> connecting = bed.rdma().connectAsync(server.address(), options);
        this.accepted = server.accept(LONG);
        this.client = joined(connecting);
    }

    static <T> T joined(CompletableFuture<T> future) {
        return future.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Takes completions of a connection until a condition holds. */
    static void until(RdmaConnection connection, BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as("time over").isNegative();
            connection.poll();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static String text(ByteBuffer data) {
        return StandardCharsets.US_ASCII.decode(data).toString();
    }

    @Override
    public void close() {
        bed.close();
    }
}
