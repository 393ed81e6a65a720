package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.connection.RdmaConnection;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An idle connection, on which only the keep-alive can detect a dead peer. A thread connects again whenever the connection has
 * ended.
 */
final class Watch implements Runnable, AutoCloseable {
    private final Rdma rdma;
    private final RestartableServer listening;
    private final AtomicInteger serverSides = new AtomicInteger();
    private volatile boolean closing;
    private volatile boolean connected;

    /** When each side last noticed an end, in terms of {@link System#nanoTime}. */
    private volatile long clientEnd = System.nanoTime();

    private volatile long serverEnd = clientEnd;

    Watch(Rdma near, Rdma far, InetSocketAddress address) {
        this.rdma = near;
        this.listening = new RestartableServer(far, address, this::hold);
    }

    private void hold(RdmaConnection connection) {
        serverSides.incrementAndGet();
        awaitEnd(connection);
        serverEnd = System.nanoTime();
        serverSides.decrementAndGet();
    }

    private static void awaitEnd(RdmaConnection connection) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        connection.onDisconnect(() -> ended.complete(null));
        ended.join();
    }

    @Override
    public void run() {
        while (!closing) {
            try (RdmaConnection connection = rdma.connect(listening.address(), Server.CONNECTION)) {
                connected = true;
                awaitEnd(connection);
                clientEnd = System.nanoTime();
                connected = false;
            } catch (RdmaException | OutOfMemoryError e) {
                connected = false;
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether both sides have the connection open. */
    boolean isConnected() {
        return connected && serverSides.get() > 0;
    }

    /** Returns when both sides had noticed an end after {@code instant}; empty if one side has not noticed it. */
    OptionalLong noticedAfter(long instant) {
        long client = clientEnd - instant;
        long server = serverEnd - instant;
        return client > 0 && server > 0 ? OptionalLong.of(instant + Math.max(client, server)) : OptionalLong.empty();
    }

    /** Opens the server again after its device was removed. */
    void restart() throws InterruptedException {
        listening.restart();
    }

    @Override
    public void close() {
        end();
    }

    /** Ends the connection and the thread that connects. */
    void end() {
        closing = true;
        listening.close();
    }
}
