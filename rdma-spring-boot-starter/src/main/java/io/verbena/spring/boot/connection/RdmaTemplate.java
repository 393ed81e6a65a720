package io.verbena.spring.boot.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.connection.RdmaConnection;
import io.verbena.connection.message.RequestChannel;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A client of the configuration: messages to one server, and what comes back. It connects when it is used first, and again when
 * the connection was lost. Safe for use by several threads, which share one connection for messages. It ends with the
 * application, after the servers: what is under way is finished, for some time at most.
 *
 * <p>What was sent is never sent twice: when the connection is lost before the answer came, the future fails, and the caller
 * knows whether to ask again.
 */
public final class RdmaTemplate implements SmartLifecycle {
    /** Its users end before it does. */
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
     * Sends a message to a listener that takes messages, and gets its answer. Waits while it connects, and while the other
     * side has no room.
     *
     * @param message from its position to its limit; its own again when this returns
     * @return completed with the answer; or with a {@link io.verbena.connection.message.RequestFailedException} that has what
     *     the listener threw, a {@link io.verbena.connection.ConnectionTimeoutException}, or what ended the connection
     * @throws RdmaException if it cannot connect, or cannot send
     * @throws ClosedObjectException if the application has ended
     */
    public CompletableFuture<ByteBuffer> request(ByteBuffer message) {
        begin();
        try {
            return interceptor
                    .send(name, connections.server(), message, () -> ask(message))
                    .whenComplete((answer, failure) -> work.end());
        } catch (RuntimeException e) {
            work.end();
            throw e;
        }
    }

    /** The same with bytes. */
    public CompletableFuture<byte[]> request(byte[] message) {
        return request(ByteBuffer.wrap(message)).thenApply(answer -> {
            byte[] bytes = new byte[answer.remaining()];
            answer.get(bytes);
            return bytes;
        });
    }

    /** The same with text, as UTF-8. */
    public CompletableFuture<String> request(String message) {
        return request(ByteBuffer.wrap(message.getBytes(UTF_8)))
                .thenApply(answer -> UTF_8.decode(answer).toString());
    }

    /** Sends a message, and drops the answer: the future is completed when the listener has returned. */
    public CompletableFuture<Void> send(ByteBuffer message) {
        return request(message).thenAccept(answer -> {});
    }

    /** The same with bytes. */
    public CompletableFuture<Void> send(byte[] message) {
        return send(ByteBuffer.wrap(message));
    }

    /** The same with text, as UTF-8. */
    public CompletableFuture<Void> send(String message) {
        return send(message.getBytes(UTF_8));
    }

    /**
     * Does something with a connection that nobody else uses meanwhile, for a listener that takes a connection or a channel. It
     * is kept for the next callback if it is still open, unless the callback throws.
     *
     * @throws RdmaException if it cannot connect
     * @throws ClosedObjectException if the application has ended
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

    private CompletableFuture<ByteBuffer> ask(ByteBuffer message) {
        RequestChannel channel = connections.channel();
        try {
            return channel.request(message);
        } catch (RdmaException e) {
            if (channel.channel().connection().isOpen()) {
                throw e;
            }
            LOG.debug("{} connects anew: {}", this, e.getMessage());
            return connections.channel().request(message);
        }
    }

    /** Nothing: it connects when it is used. */
    @Override
    public void start() {
        work.open();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        long end = System.nanoTime() + shutdownTimeout.toNanos();
        work.close();
        try {
            if (!work.awaitEnd(shutdownTimeout)) {
                LOG.warn("{} has no answers after {} ms; it is closed without", this, shutdownTimeout.toMillis());
            }
            RequestChannel channel = connections.end();
            if (channel != null) {
                Closing.within(Duration.ofNanos(Math.max(0, end - System.nanoTime())), List.of(channel));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** On a thread of its own: several clients end at the same time. */
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
}
