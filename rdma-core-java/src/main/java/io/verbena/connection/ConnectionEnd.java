package io.verbena.connection;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
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
    /** What a cause says. */
    private enum Weight {
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
    private final Runnable wakeUp;
    private final AtomicReference<@Nullable Cause> cause = new AtomicReference<>();
    private final CompletableFuture<Void> future = new CompletableFuture<>();
    private volatile boolean closed;

    /** The end of a connection; {@code wakeUp} lets the threads that wait for it look whether it has come. */
    ConnectionEnd(Object connection, Runnable wakeUp) {
        this.connection = connection;
        this.wakeUp = wakeUp;
    }

    boolean hasCome() {
        return closed || cause.get() != null;
    }

    /** Returns whether a cause is known that says more than that requests are flushed. */
    boolean hasCause() {
        Cause why = cause.get();
        return why != null && why.weight() != Weight.FLUSHED;
    }

    /** Returns whether the cause is that the peer ended the connection. */
    boolean isByPeer() {
        Cause why = cause.get();
        return why != null && why.weight() == Weight.PEER;
    }

    /** Ends the connection for a cause; returns false if it has ended before. */
    boolean come(Supplier<RdmaException> why) {
        return come(new Cause(Weight.CAUSE, why));
    }

    /** Ends the connection because the peer ended it; returns false if it has ended before. */
    boolean comeByPeer() {
        return come(new Cause(
                Weight.PEER,
                () -> new ConnectionEndedException(connection + " ended: the peer ended it; connect again", null)));
    }

    /** Ends the connection because a request failed while the peer answered; returns false if it has ended before. */
    boolean comeByRequest(Supplier<RdmaException> why) {
        return come(new Cause(Weight.REQUEST, why));
    }

    /** Ends the connection because its requests are flushed; returns false if it has ended before. */
    boolean comeFlushed() {
        return come(new Cause(
                Weight.FLUSHED,
                () -> new ConnectionEndedException(
                        connection + " ended: its queue pair is in state ERROR; connect again", null)));
    }

    private boolean come(Cause next) {
        Cause before = cause.getAndUpdate(now -> now == null || next.weight().replaces(now.weight()) ? next : now);
        if (before != null) {
            return false;
        }
        boolean first = !closed;
        announce();
        return first;
    }

    /** Reports from now on that the connection is closed. */
    void close() {
        closed = true;
        announce();
    }

    private void announce() {
        wakeUp.run();
        future.complete(null);
    }

    /** Returns the exception for a call on this connection. */
    RdmaException exception() {
        Cause why = cause.get();
        return closed || why == null
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
        String late = connection + " was not ended by the other side in time";
        try {
            future.get(Deadline.nanos(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new ConnectionTimeoutException(late);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(late);
        } catch (ExecutionException e) {
            throw FutureErrors.cause(e);
        }
    }

    void onEnd(Runnable listener) {
        CompletableFuture<Void> unused = future.thenRunAsync(listener);
    }
}
