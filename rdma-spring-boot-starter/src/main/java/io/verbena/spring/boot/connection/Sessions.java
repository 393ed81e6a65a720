package io.verbena.spring.boot.connection;

import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RequestChannel;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.connection.ConnectionsProperties.NamedServer;
import io.verbena.spring.boot.connection.RdmaHandler.Listener;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** The connections of a server between a start and the following stop, and the threads that serve them. */
final class Sessions {
    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
    private static final long IDLE_SECONDS = 10;

    private final String name;
    private final NamedServer properties;
    private final Listener listener;
    private final RequestInterceptor interceptor;
    private final Set<RdmaConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<RequestChannel> channels = ConcurrentHashMap.newKeySet();
    private final Work work = new Work();

    /** Messages whose responses have not been sent. A listener returns before its response is sent. */
    private final Work answers = new Work();

    /** Threads that set up connections or serve one connection exclusively. */
    private final ExecutorService beginners;

    private final ExecutorService workers;

    Sessions(String name, NamedServer properties, Listener listener, RequestInterceptor interceptor) {
        this.name = name;
        this.properties = properties;
        this.listener = listener;
        this.interceptor = interceptor;
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

    void serve(RdmaConnection connection) {
        connections.add(connection);
        connection.onDisconnect(() -> connections.remove(connection));
        try {
            beginners.execute(() -> begin(connection));
        } catch (RuntimeException | Error e) {
            // The server is stopping, or the system has no more threads.
            connection.close();
            LOG.warn("{} cannot serve {}: {}", listener, connection, e.getMessage());
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
            LOG.debug("{} has ended: {}", connection, e.getMessage());
        } catch (RuntimeException | Error e) {
            connection.close();
            LOG.warn("{} failed on {}", listener, connection, e);
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
            listener.task().handle(connection, channel, null);
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
            return interceptor.answer(
                    name, connection, message, () -> listener.task().handle(connection, channel, message));
        } catch (RuntimeException e) {
            LOG.debug("{} failed", listener, e);
            throw e;
        } finally {
            work.end();
        }
    }

    /**
     * Completes the work in progress, up to a timeout, and closes all connections. Connections that a listener uses
     * exclusively are disconnected first, because the listener may be waiting for the peer.
     */
    void end(Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        work.close();
        if (listener.kind() != Listener.Kind.MESSAGE) {
            connections.forEach(Sessions::disconnect);
        }
        try {
            if (!work.awaitEnd(deadline)) {
                LOG.warn("{} is still busy after {} ms; its connections are closed", listener, timeout.toMillis());
            }
            answers.awaitEnd(deadline);
            Closing.within(deadline, channels);
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
            LOG.debug("{} had ended already: {}", connection, e.getMessage());
        }
    }
}
