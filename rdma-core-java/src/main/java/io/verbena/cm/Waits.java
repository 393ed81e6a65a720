package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures, and throws what they failed with. */
final class Waits {
    private Waits() {}

    /** Waits; a future that is not completed in time fails, so that nothing that comes later gets lost in it. */
    static <T> T await(CompletableFuture<T> future, Object subject, String wanted, Duration timeout) {
        try {
            try {
                return future.get(Deadline.nanos(timeout), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                future.completeExceptionally(new CmTimeoutException(subject + ": " + wanted + " took more than "
                        + timeout.toMillis() + " ms; close it, or wait longer"));
                return future.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RdmaException failure) {
                throw failure;
            }
            throw new IllegalStateException(subject + ": " + wanted + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedWaitException interrupted = new InterruptedWaitException(subject);
            future.completeExceptionally(interrupted);
            throw interrupted;
        }
    }

    /** What the connection manager counts in; at least one, at most 24 days. */
    static int millis(Duration timeout) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Deadline.nanos(timeout) / 1_000_000));
    }
}
