package io.verbena.contract.connection;

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

/** A server, and one connection to it: both of its sides. */
final class Both implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);
    static final Duration SHORT = Duration.ofMillis(50);

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
