package io.verbena.spring.boot.connection;

import io.verbena.connection.RdmaConnection;
import io.verbena.connection.message.MessageChannel;
import io.verbena.connection.message.RequestChannel;
import io.verbena.error.RdmaException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** The connections of a server between one start and the next stop, and the threads that work on them. */
final class Sessions {
    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
    private static final long IDLE_SECONDS = 10;

    private final String name;
    private final NamedServer properties;
    private final Listener listener;
    private final RequestInterceptor interceptor;
    private final Semaphore places;
    private final Set<RdmaConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<RequestChannel> channels = ConcurrentHashMap.newKeySet();
    private final Work work = new Work();

    /** Messages until their answers are sent: a listener has returned before that. */
    private final Work answers = new Work();

    /** Threads that begin a connection, or belong to one. */
    private final ExecutorService beginners;

    /** Threads that answer messages. */
    private final ExecutorService workers;

    Sessions(String name, NamedServer properties, Listener listener, RequestInterceptor interceptor) {
        this.name = name;
        this.properties = properties;
        this.listener = listener;
        this.interceptor = interceptor;
        this.places = new Semaphore(properties.maxConnections());
        this.beginners = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("rdma-" + name + "-connection-"));
        ThreadPoolExecutor answering = new ThreadPoolExecutor(
                properties.threads(),
                properties.threads(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("rdma-" + name + "-"));
        answering.allowCoreThreadTimeOut(true);
        this.workers = answering;
    }

    private static CustomizableThreadFactory daemons(String prefix) {
        CustomizableThreadFactory threads = new CustomizableThreadFactory(prefix);
        threads.setDaemon(true);
        return threads;
    }

    int count() {
        return connections.size();
    }

    boolean isEnding() {
        return work.isClosed();
    }

    /** Takes a place for a connection that is to be accepted, if there is one. */
    boolean admit() {
        return !isEnding() && places.tryAcquire();
    }

    /** Gives it back. */
    void leave() {
        places.release();
    }

    /** Lets the listener work on a connection that was admitted. */
    void serve(RdmaConnection connection) {
        connections.add(connection);
        connection.onDisconnect(() -> left(connection));
        try {
            beginners.execute(() -> begin(connection));
        } catch (RuntimeException e) {
            // It ends.
            connection.close();
        }
    }

    private void left(RdmaConnection connection) {
        if (connections.remove(connection)) {
            leave();
        }
    }

    private void begin(RdmaConnection connection) {
        try {
            switch (listener.kind()) {
                case MESSAGE -> answerMessages(connection);
                case CHANNEL -> serveAlone(connection, channel(connection));
                case CONNECTION -> serveAlone(connection, null);
            }
        } catch (RdmaException e) {
            connection.close();
            LOG.debug("{} is ended: {}", connection, e.getMessage());
        } catch (RuntimeException e) {
            connection.close();
            LOG.warn("{} of {} failed", listener, connection, e);
        }
    }

    private MessageChannel channel(RdmaConnection connection) {
        return MessageChannel.open(connection, properties.messages().options(properties.timeout()));
    }

    private void serveAlone(RdmaConnection connection, @Nullable MessageChannel channel) {
        if (!work.begin()) {
            connection.close();
            return;
        }
        try (connection;
                channel) {
            listener.serve(connection, channel);
        } finally {
            work.end();
        }
    }

    private void answerMessages(RdmaConnection connection) {
        MessageChannel channel = channel(connection);
        RequestChannel requests = RequestChannel.answering(
                channel, message -> answer(connection, channel, message), this::answer, properties.timeout());
        channels.add(requests);
        connection.onDisconnect(() -> {
            channels.remove(requests);
            requests.close();
        });
    }

    private void answer(Runnable task) {
        answers.begin();
        try {
            workers.execute(() -> {
                try {
                    task.run();
                } finally {
                    answers.end();
                }
            });
        } catch (RejectedExecutionException e) {
            answers.end();
            throw e;
        }
    }

    private ByteBuffer answer(RdmaConnection connection, MessageChannel channel, ByteBuffer message) {
        if (!work.begin()) {
            throw new RdmaException("the server is shutting down");
        }
        try {
            return interceptor.answer(name, connection, message, () -> listener.answer(connection, channel, message));
        } catch (RuntimeException e) {
            LOG.debug("{} answers a failure", listener, e);
            throw e;
        } finally {
            work.end();
        }
    }

    /**
     * Finishes what is under way, for some time at most, and ends all connections. Listeners that have one to themselves may
     * wait for the other side: they are told by its end.
     */
    void end(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        work.close();
        if (listener.kind() != Listener.Kind.MESSAGE) {
            connections.forEach(Sessions::disconnect);
        }
        try {
            if (!work.awaitEnd(patience)) {
                LOG.warn("{} is still at work after {} ms; its connections are closed", listener, patience.toMillis());
            }
            answers.awaitEnd(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            Closing.within(Duration.ofNanos(Math.max(0, end - System.nanoTime())), channels);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.forEach(RdmaConnection::close);
            workers.shutdownNow();
            beginners.shutdownNow();
        }
    }

    private static void disconnect(RdmaConnection connection) {
        try {
            CompletableFuture<Void> unused = connection.disconnectAsync();
        } catch (RdmaException e) {
            LOG.debug("{} has ended already: {}", connection, e.getMessage());
        }
    }
}
