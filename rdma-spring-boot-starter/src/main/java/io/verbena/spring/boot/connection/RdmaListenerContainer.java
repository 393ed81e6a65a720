package io.verbena.spring.boot.connection;

import io.verbena.Rdma;
import io.verbena.cm.AddressInUseException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.IncomingConnection;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.connection.ConnectionsProperties.NamedServer;
import io.verbena.spring.boot.connection.RdmaHandler.Listener;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A server of the configuration. It accepts connections and passes them to the method with {@link RdmaListener} or to
 * the {@link RdmaHandler}. It starts after all other beans. At shutdown, it rejects new connections, completes the
 * requests in flight and closes its connections. Instances are thread-safe.
 */
public final class RdmaListenerContainer implements SmartLifecycle {
    /** The phase of web servers, which stop first and start last. */
    private static final int PHASE = DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(RdmaListenerContainer.class);
    private static final byte[] ENDING = "the server is shutting down".getBytes(StandardCharsets.UTF_8);

    private final String name;
    private final Rdma rdma;
    private final NamedServer properties;
    private final ConnectionOptions options;
    private final Supplier<Listener> listener;
    private final RequestInterceptor interceptor;
    private final Duration shutdownTimeout;

    private @Nullable RdmaServer server;
    private volatile @Nullable Sessions sessions;

    RdmaListenerContainer(
            String name,
            Rdma rdma,
            NamedServer properties,
            ConnectionOptions options,
            Supplier<Listener> listener,
            RequestInterceptor interceptor,
            Duration shutdownTimeout) {
        this.name = name;
        this.rdma = rdma;
        this.properties = properties;
        this.options = options;
        this.listener = listener;
        this.interceptor = interceptor;
        this.shutdownTimeout = shutdownTimeout;
    }

    /**
     * Returns the address at which the server listens.
     *
     * @throws IllegalStateException if the server is not started
     */
    public synchronized InetSocketAddress address() {
        if (server == null) {
            throw new IllegalStateException(this + " is not started");
        }
        return server.address();
    }

    /** Returns the number of connections. */
    public int connections() {
        Sessions current = sessions;
        return current == null ? 0 : current.count();
    }

    @Override
    public synchronized void start() {
        if (server != null) {
            return;
        }
        Sessions begun = new Sessions(name, properties, listener.get(), interceptor);
        RdmaServer listening = listen();
        listening.onRefusal(failure -> LOG.debug("{}: {}", this, failure.getMessage()));
        server = listening;
        sessions = begun;
        takeNext(listening, begun);
        LOG.info("RDMA server '{}' listens at {}", name, listening.address());
    }

    private RdmaServer listen() {
        String host = properties.address();
        InetSocketAddress address = host == null
                ? new InetSocketAddress(properties.port())
                : new InetSocketAddress(host, properties.port());
        String property = ConnectionsProperties.SERVERS + "." + name;
        try {
            return rdma.listen(address, options);
        } catch (AddressInUseException e) {
            throw new RdmaConfigurationException(
                    property + ".port",
                    "the address " + address + " is in use",
                    "Stop the other program, select another port, or set " + property + ".port=0 to use a free port.",
                    e);
        } catch (RdmaException e) {
            throw new RdmaConfigurationException(
                    property + ".address",
                    String.valueOf(e.getMessage()),
                    "Set it to an address of an RDMA device of this host, or remove it to listen at all addresses.",
                    e);
        }
    }

    /** Accepts the next connections. It runs on the event thread, which must not block. */
    private void takeNext(RdmaServer listening, Sessions begun) {
        CompletableFuture<IncomingConnection> next = listening.requestAsync();
        while (next.isDone() && !next.isCompletedExceptionally()) {
            take(next.join(), begun);
            next = listening.requestAsync();
        }
        CompletableFuture<Void> unused = next.thenAccept(incoming -> {
                    take(incoming, begun);
                    takeNext(listening, begun);
                })
                .exceptionally(failure -> {
                    if (!(failure.getCause() instanceof ClosedObjectException)) {
                        LOG.warn("{} no longer accepts connections", this, failure);
                    }
                    return null;
                });
    }

    /** Accepts a connection. A failure must not prevent the next peer from being served. */
    private void take(IncomingConnection incoming, Sessions begun) {
        try {
            if (begun.isEnding()) {
                incoming.reject(ENDING);
                return;
            }
            CompletableFuture<@Nullable RdmaConnection> unused = incoming.acceptAsync(options)
                    .handle((connection, failure) -> {
                        if (connection == null) {
                            LOG.debug("{}: {} was not connected", this, incoming, failure);
                        } else {
                            begun.serve(connection);
                        }
                        return connection;
                    });
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: cannot serve {}: {}", this, incoming, e.getMessage());
        }
    }

    @Override
    public void stop() {
        RdmaServer ending;
        Sessions begun;
        synchronized (this) {
            ending = server;
            begun = sessions;
            server = null;
        }
        if (ending == null || begun == null) {
            return;
        }
        try {
            begun.end(shutdownTimeout);
        } finally {
            sessions = null;
            ending.close();
        }
    }

    /** Stops the server on a thread of its own, so that several servers stop concurrently. */
    @Override
    public void stop(Runnable callback) {
        Closing.aside("rdma-stop-" + name, this::stop, callback);
    }

    @Override
    public synchronized boolean isRunning() {
        return server != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public String toString() {
        return "RDMA server '" + name + "'";
    }
}
