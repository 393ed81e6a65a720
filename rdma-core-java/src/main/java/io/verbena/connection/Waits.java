package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures, and throws what they failed with. */
final class Waits {
    private Waits() {}

    /** Waits; a future that is not completed in time fails, so that nothing that comes later gets lost in it. */
    static <T> T await(CompletableFuture<T> future, Duration timeout, String late) {
        try {
            try {
                return future.get(Deadline.nanos(timeout), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                future.completeExceptionally(new ConnectionTimeoutException(late));
                return future.get();
            }
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedWaitException interrupted = new InterruptedWaitException(late);
            future.completeExceptionally(interrupted);
            throw interrupted;
        }
    }

    /** What a future failed with, without what futures put around it. */
    static RdmaException failure(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RdmaException known ? known : new ConnectionException(String.valueOf(cause), cause);
    }
}
