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

/** Waits for futures, and throws what they failed with. Safe for use by several threads. */
public final class FutureWaits {
    private FutureWaits() {}

    /**
     * What a future brings. Nobody else takes it: if the wait ends before the future does, the future fails as the wait does,
     * so that what comes later does not get lost in it.
     *
     * @param timeout how long to wait; at once if it is negative
     * @param subject who is waited for, for the message of an interrupted wait
     * @param late makes the error of a future that does not end in time
     * @throws RdmaException that the future failed with, or the {@code late} one
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

    /** It came in the moment in which the wait ended, and would be lost. */
    private static <T> T come(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException | CancellationException e) {
            throw FutureErrors.cause(e);
        }
    }
}
