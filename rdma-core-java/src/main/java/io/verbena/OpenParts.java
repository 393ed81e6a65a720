package io.verbena;

import io.verbena.cm.ConnectionManager;
import io.verbena.cm.Endpoints;
import io.verbena.connection.RdmaConnections;
import io.verbena.error.ClosingFailures;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.engine.MadPorts;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.stream.Streams;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Context;
import io.verbena.verbs.DriverOpening;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects that an {@link Rdma} has opened. They stay reachable until they are closed, and with them all registered
 * memory: a device may write to it on behalf of a peer, so the JVM must not reuse it, even if the application has lost
 * the {@link Rdma} without closing it.
 */
final class OpenParts {
    /** Keeps open instances reachable. */
    private static final Set<OpenParts> OPEN = ConcurrentHashMap.newKeySet();

    final RdmaDriver driver;
    final MadPorts madPorts;
    private final Set<Context> contexts = ConcurrentHashMap.newKeySet();

    private volatile boolean done;

    /** Guarded by this object, like the objects below. */
    private boolean closed;

    private @Nullable ConnectionManager connectionManager;
    private @Nullable Streams streams;
    private @Nullable Endpoints endpoints;
    private @Nullable RdmaConnections connections;

    OpenParts(RdmaDriver driver, MadOptions options, @Nullable MadTracer tracer) {
        this.driver = driver;
        this.madPorts = new MadPorts(options, tracer);
        OPEN.add(this);
    }

    Context verbs(String device) {
        return context(() -> new Context(device, driver.openVerbs(device)));
    }

    Context imported(int descriptor) {
        return context(() -> {
            VerbsDriver imported = driver.importVerbs(descriptor);
            return new Context(imported.device(), imported);
        });
    }

    <T> T verbs(DriverOpening<T> opening) {
        Context context = context(() -> {
            VerbsDriver opened = opening.open(driver);
            return new Context(opened.device(), opened);
        });
        try {
            return opening.opened(context);
        } catch (RuntimeException e) {
            try {
                context.close();
            } catch (RuntimeException other) {
                e.addSuppressed(other);
            }
            throw e;
        }
    }

    private Context context(Supplier<Context> opened) {
        requireOpen();
        contexts.removeIf(Context::isDestroyed);
        Context context = opened.get();
        contexts.add(context);
        if (isClosed()) {
            // Another thread may have called close before there was a context to close.
            context.close();
            requireOpen();
        }
        return context;
    }

    private synchronized boolean hasOpen() {
        return !closed && (!contexts.isEmpty() || connectionManager != null || streams != null);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new ClosedObjectException("Rdma");
        }
    }

    synchronized ConnectionManager connectionManager() {
        requireOpen();
        ConnectionManager opened = connectionManager;
        if (opened == null || opened.isClosed()) {
            opened = new ConnectionManager(driver.openCm());
            connectionManager = opened;
        }
        return opened;
    }

    synchronized Endpoints endpoints() {
        requireOpen();
        Endpoints opened = endpoints;
        if (opened == null || opened.isClosed()) {
            opened = new Endpoints(connectionManager(), this::verbs);
            endpoints = opened;
        }
        return opened;
    }

    synchronized Streams streams() {
        requireOpen();
        Streams opened = streams;
        if (opened == null || !opened.isOpen()) {
            opened = new Streams(this::connectionManager, this::verbs);
            streams = opened;
        }
        return opened;
    }

    synchronized RdmaConnections connections() {
        requireOpen();
        RdmaConnections opened = connections;
        if (opened == null || opened.isClosed()) {
            opened = new RdmaConnections(connectionManager(), this::verbs);
            connections = opened;
        }
        return opened;
    }

    /**
     * Closes the objects in reverse order of their dependencies. A failure does not prevent the others from closing.
     */
    void close() {
        if (done) {
            return;
        }
        ClosingFailures failures = new ClosingFailures();
        RdmaConnections openedConnections;
        Streams openedStreams;
        Endpoints openedEndpoints;
        ConnectionManager openedManager;
        synchronized (this) {
            closed = true;
            openedConnections = connections;
            openedStreams = streams;
            openedEndpoints = endpoints;
            openedManager = connectionManager;
        }
        failures.close(openedConnections);
        failures.close(openedStreams);
        failures.close(openedEndpoints);
        failures.close(openedManager);
        failures.closeAll(contexts);
        failures.close(madPorts);
        failures.close(driver);
        contexts.removeIf(Context::isDestroyed);
        if (contexts.isEmpty()) {
            OPEN.remove(this);
        }
        failures.rethrow();
        done = true;
    }

    /** Called when the {@link Rdma} was garbage-collected. Its objects may still be in use and must not be closed. */
    void leaked() {
        contexts.removeIf(Context::isDestroyed);
        if (hasOpen()) {
            System.getLogger("io.verbena.Rdma")
                    .log(
                            Level.WARNING,
                            "an Rdma became unreachable without being closed; " + contexts.size()
                                    + " open devices and their objects, including registered memory, stay open until the JVM exits;"
                                    + " keep a reference to the Rdma and close it");
        }
    }
}
