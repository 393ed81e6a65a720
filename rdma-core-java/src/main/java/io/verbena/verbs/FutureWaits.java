package io.verbena.verbs;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for futures and throws their failures. Safe for use by several threads. */
public final class FutureWaits {
    private FutureWaits() {}

    /**
     * Returns the result of a future that no other thread uses. If the wait ends before the future completes, the future fails as
     * the wait does, so that no later result is lost.
     *
     * @param timeout the timeout; not positive to return immediately
     * @param subject the object that the thread waits for, for the message of an interrupted wait
     * @param late creates the exception of a timeout
     * @throws RdmaException the failure of the future, or the {@code late} exception
     * @throws InterruptedWaitException if the thread is interrupted before the future ends; its interrupt status is set
     */
    public static <T> T await(
            CompletableFuture<T> future, Duration timeout, Object subject, Supplier<? extends RdmaException> late) {
        try {
            try {
                return future.get(Deadline.nanos(timeout), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                future.completeExceptionally(late.get());
                return future.get();
            }
        } catch (ExecutionException e) {
            throw FutureErrors.cause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedWaitException interrupted = new InterruptedWaitException(subject);
            if (future.completeExceptionally(interrupted)) {
                throw interrupted;
            }
            return come(future);
        }
    }

    /** Returns the result of a future that completed just before the wait ended. */
    private static <T> T come(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException | CancellationException e) {
            throw FutureErrors.cause(e);
        }
    }
}
