package io.verbena.connection;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Threads that serve one connection each, until the handler returns or this is closed. */
final class HandlerThreads {
    private final Consumer<? super RdmaConnection> handler;
    private final Consumer<? super RdmaException> failures;
    private final Map<Thread, RdmaConnection> served = new ConcurrentHashMap<>();
    private volatile boolean closed;

    HandlerThreads(Consumer<? super RdmaConnection> handler, Consumer<? super RdmaException> failures) {
        this.handler = handler;
        this.failures = failures;
    }

    void serve(RdmaConnection connection) {
        Thread thread = new Thread(() -> run(connection), "verbena-serving-" + connection);
        thread.setDaemon(true);
        served.put(thread, connection);
        try {
            thread.start();
        } catch (Error e) {
            // The system has no thread left.
            served.remove(thread);
            connection.close();
            failures.accept(new ConnectionException("cannot serve " + connection + ": " + e.getMessage(), e));
        }
        if (closed) {
            connection.close();
        }
    }

    private void run(RdmaConnection connection) {
        try (connection) {
            handler.accept(connection);
        } catch (RdmaException e) {
            if (!(closed && e instanceof ClosedObjectException)) {
                failures.accept(e);
            }
        } finally {
            served.remove(Thread.currentThread());
        }
    }

    /** Closes the connections, which ends the waits of their handlers, and waits until the handlers have returned. */
    void close(Deadline deadline) {
        closed = true;
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(served.values());
        awaitHandlers(deadline);
        failures.rethrow();
    }

    private void awaitHandlers(Deadline deadline) {
        try {
            for (Thread thread : served.keySet()) {
                if (thread != Thread.currentThread()) {
                    TimeUnit.NANOSECONDS.timedJoin(
                            thread, Math.max(1, deadline.remaining().toNanos()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
