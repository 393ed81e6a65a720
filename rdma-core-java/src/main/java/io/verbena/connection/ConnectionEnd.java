package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.Lifecycle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection and its cause, which every pending and every later call reports. Safe for use by several threads.
 *
 * <p>The first cause counts, with three exceptions. A flushed request shows that the queue pair is in ERROR but not why, so
 * that a cause that comes after it replaces it. A request that failed while the peer still answered has failed before the
 * peer ended the connection, even if the event of the peer is read first. A call on a closed connection reports that it is
 * closed.
 */
final class ConnectionEnd {
    enum Weight {
        FLUSHED,
        PEER,
        REQUEST,
        CAUSE;

        /** Returns whether a cause of this kind replaces one that came before. */
        boolean replaces(Weight before) {
            return (before == FLUSHED && this != FLUSHED) || (before == PEER && this == REQUEST);
        }
    }

    private record Cause(Weight weight, Supplier<RdmaException> exception) {}

    private final Object connection;
    private final Duration timeout;
    private final Runnable wakeUp;
    private final AtomicReference<@Nullable Cause> cause = new AtomicReference<>();
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    /** The lifecycle of the connection. Its {@code close} waits for another thread that is freeing the connection, and retries a close that failed. It does not wait in a callback of the library, for which that thread may be waiting, nor in a nested call of that thread. */
    final Lifecycle life;

    /**
     * Creates the end of a connection.
     *
     * @param timeout limit of a wait for another thread that closes the connection
     * @param wakeUp makes the threads that wait for the connection check whether it has ended
     * @param free frees what the connection has
     */
    ConnectionEnd(Object connection, Duration timeout, Runnable wakeUp, Runnable free) {
        this.connection = connection;
        this.timeout = timeout;
        this.wakeUp = wakeUp;
        this.life = new Lifecycle(connection, new Lifecycle.Hooks() {
            @Override
            public boolean lock(ReentrantLock closing) {
                return lockToClose(closing);
            }

            @Override
            public void wake() {
                announce();
            }

            @Override
            public boolean outlivesItsObject() {
                return true;
            }

            @Override
            public void destroy() {
                free.run();
            }
        });
    }

    boolean hasCome() {
        return life.isClosed();
    }

    /** Returns whether a cause is known that says more than that requests are flushed. */
    boolean hasCause() {
        Cause why = cause.get();
        return why != null && why.weight() != Weight.FLUSHED;
    }

    boolean isByPeer() {
        Cause why = cause.get();
        return why != null && why.weight() == Weight.PEER;
    }

    /** Ends the connection for a cause of a kind; returns false if it has ended before. */
    boolean come(Weight weight, Supplier<RdmaException> why) {
        Cause next = new Cause(weight, why);
        Cause before = cause.getAndUpdate(now -> now == null || next.weight().replaces(now.weight()) ? next : now);
        if (before != null) {
            return false;
        }
        boolean first = !life.isClosing();
        life.refuse(this::exception);
        return first;
    }

    /** Throws {@link ConnectionTimeoutException} if another thread takes longer than the timeout to free the connection. */
    private boolean lockToClose(ReentrantLock closing) {
        if (closing.isHeldByCurrentThread()) {
            return false;
        }
        if (Thread.currentThread() instanceof CallbackThread) {
            return closing.tryLock();
        }
        try {
            if (closing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            // The other thread closes the connection all the same.
            Thread.currentThread().interrupt();
            return closing.tryLock();
        }
        throw new ConnectionTimeoutException(
                connection + " is still being closed by another thread after " + timeout.toMillis() + " ms");
    }

    private void announce() {
        wakeUp.run();
        future.complete(null);
    }

    /** Returns the exception for a call on this connection. */
    RdmaException exception() {
        Cause why = cause.get();
        return life.isClosing() || why == null
                ? new ClosedObjectException(connection)
                : why.exception().get();
    }

    /** Returns why the connection ended; empty if it has not, or was closed before anything else happened. */
    Optional<RdmaException> cause() {
        return Optional.ofNullable(cause.get()).map(why -> why.exception().get());
    }

    /** Returns the exception for a request that was in flight at the end. */
    RdmaException flushed(String request) {
        Cause why = cause.get();
        RdmaException reason = why == null
                ? new ClosedObjectException(connection)
                : why.exception().get();
        return new ConnectionEndedException(request + ": not done: " + reason.getMessage(), reason);
    }

    void await(Duration timeout) {
        FutureWaits.await(
                future.copy(),
                timeout,
                connection,
                () -> new ConnectionTimeoutException(connection + " was not ended by the peer in time"));
    }

    void onEnd(Runnable listener) {
        CompletableFuture<Void> unused = future.thenRunAsync(listener, ActionThreads.EXECUTOR);
    }
}
