package io.verbena.spring.boot.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RequestChannel;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A client of the configuration, which sends requests to one server. It connects on first use, and again after the
 * connection was lost. All threads share one connection for messages. At shutdown, clients stop after the servers and
 * wait for the requests in flight, up to {@code rdma.shutdown-timeout}. Instances are thread-safe.
 *
 * <p>A request is never sent twice. If the connection is lost before the response arrives, the future fails and the
 * caller decides whether to repeat the request.
 */
public final class RdmaTemplate implements SmartLifecycle {
    /** Clients stop after the beans that use them. */
    private static final int PHASE = DEFAULT_PHASE - 4096;

    private static final Logger LOG = LoggerFactory.getLogger(RdmaTemplate.class);

    private final String name;
    private final ClientConnections connections;
    private final Duration shutdownTimeout;
    private final Work work;
    private final RequestInterceptor interceptor;
    private volatile boolean running;

    RdmaTemplate(
            String name,
            ClientConnections connections,
            Work work,
            RequestInterceptor interceptor,
            Duration shutdownTimeout) {
        this.name = name;
        this.connections = connections;
        this.work = work;
        this.interceptor = interceptor;
        this.shutdownTimeout = shutdownTimeout;
    }

    /**
     * Sends a message to a listener of messages and returns the future of its response. Blocks while the client
     * connects and while the peer has no room.
     *
     * @param message the bytes from its position to its limit; it can be reused when this method returns
     * @return a future that completes with the response, or fails with {@link
     *     io.verbena.connection.RequestFailedException} if the listener failed, with {@link
     *     io.verbena.connection.ConnectionTimeoutException}, or with the exception that ended the connection
     * @throws RdmaException if the client cannot connect or cannot send
     * @throws ClosedObjectException if the application has shut down
     */
    public CompletableFuture<ByteBuffer> requestAsync(ByteBuffer message) {
        begin();
        try {
            return interceptor
                    .sendAsync(name, connections.server(), message, () -> sendRequest(message))
                    .whenComplete((answer, failure) -> work.end());
        } catch (RuntimeException e) {
            work.end();
            throw e;
        }
    }

    /** Sends an array of bytes; see {@link #requestAsync(ByteBuffer)}. */
    public CompletableFuture<byte[]> requestAsync(byte[] message) {
        return requestAsync(ByteBuffer.wrap(message)).thenApply(answer -> {
            byte[] bytes = new byte[answer.remaining()];
            answer.get(bytes);
            return bytes;
        });
    }

    /** Sends text as UTF-8; see {@link #requestAsync(ByteBuffer)}. */
    public CompletableFuture<String> requestAsync(String message) {
        return requestAsync(ByteBuffer.wrap(message.getBytes(UTF_8)))
                .thenApply(answer -> UTF_8.decode(answer).toString());
    }

    /** Sends a message and discards the response. The future completes when the listener has returned. */
    public CompletableFuture<Void> sendAsync(ByteBuffer message) {
        return requestAsync(message).thenAccept(answer -> {});
    }

    /** Sends an array of bytes; see {@link #sendAsync(ByteBuffer)}. */
    public CompletableFuture<Void> sendAsync(byte[] message) {
        return sendAsync(ByteBuffer.wrap(message));
    }

    /** Sends text as UTF-8; see {@link #sendAsync(ByteBuffer)}. */
    public CompletableFuture<Void> sendAsync(String message) {
        return sendAsync(message.getBytes(UTF_8));
    }

    /**
     * Passes a connection to a callback, for a listener of connections or channels. The callback has exclusive use of
     * the connection. Afterwards the connection is kept for the next callback if it is still open, unless the callback
     * threw an exception.
     *
     * @throws RdmaException if the client cannot connect
     * @throws ClosedObjectException if the application has shut down
     */
    public <T extends @Nullable Object> T execute(RdmaConnectionCallback<T> callback) {
        begin();
        RdmaConnection connection = null;
        boolean done = false;
        try {
            connection = connections.borrow();
            T result = callback.doWith(connection);
            done = true;
            return result;
        } finally {
            if (connection != null) {
                connections.giveBack(connection, done);
            }
            work.end();
        }
    }

    private void begin() {
        if (!work.begin()) {
            throw new ClosedObjectException(this);
        }
    }

    private CompletableFuture<ByteBuffer> sendRequest(ByteBuffer message) {
        RequestChannel channel = connections.channel();
        try {
            return channel.requestAsync(message);
        } catch (RdmaException e) {
            if (channel.channel().connection().isOpen()) {
                throw e;
            }
            LOG.debug("{} reconnects: {}", this, e.getMessage());
            return connections.channel().requestAsync(message);
        }
    }

    /** Accepts requests. The client connects on first use. */
    @Override
    public void start() {
        work.open();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        Deadline deadline = Deadline.in(shutdownTimeout);
        work.close();
        try {
            if (!work.awaitEnd(deadline)) {
                LOG.warn(
                        "{} is closed with requests in flight, which got no response within {} ms",
                        this,
                        shutdownTimeout.toMillis());
            }
            RequestChannel channel = connections.end();
            if (channel != null) {
                Closing.within(deadline, List.of(channel));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the client on a thread of its own, so that several clients stop concurrently. */
    @Override
    public void stop(Runnable callback) {
        Closing.aside("rdma-stop-" + name, this::stop, callback);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public String toString() {
        return "RDMA client '" + name + "'";
    }

    /** Uses a connection; see {@link RdmaTemplate#execute}. */
    @FunctionalInterface
    public interface RdmaConnectionCallback<T extends @Nullable Object> {

        /**
         * Uses a connection and returns a result. The callback has exclusive use of the connection until it returns, and
         * must not close it.
         */
        T doWith(RdmaConnection connection);
    }
}
