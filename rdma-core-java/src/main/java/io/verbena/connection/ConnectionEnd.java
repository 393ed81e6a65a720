package io.verbena.connection;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The end of a connection, and why it came, which whoever comes later is told. Safe for use by several threads. */
final class ConnectionEnd {
    private final Object connection;
    private final Runnable wakeUp;
    private final AtomicReference<@Nullable Supplier<RdmaException>> reason = new AtomicReference<>();
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    /** Of a connection, whose waiters are to look at it when it comes. */
    ConnectionEnd(Object connection, Runnable wakeUp) {
        this.connection = connection;
        this.wakeUp = wakeUp;
    }

    boolean hasCome() {
        return reason.get() != null;
    }

    /** The first reason counts. */
    void come(Supplier<RdmaException> why) {
        if (reason.compareAndSet(null, why)) {
            wakeUp.run();
            future.complete(null);
        }
    }

    /** It is closed, whatever was before. */
    void close() {
        Supplier<RdmaException> why = () -> new ClosedObjectException(connection);
        come(why);
        reason.set(why);
    }

    /** For whoever wants something of it now. */
    RdmaException exception() {
        Supplier<RdmaException> why = reason.get();
        return why == null ? new ClosedObjectException(connection) : why.get();
    }

    /** For a request that was under way. */
    RdmaException flushed(String request) {
        Supplier<RdmaException> why = reason.get();
        return new ConnectionEndedException(
                request + ": not done, the connection ended", why == null ? null : why.get());
    }

    void await(Duration patience) {
        String late = connection + " was not ended by the other side in time";
        try {
            future.get(Deadline.nanos(patience), TimeUnit.NANOSECONDS);
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
