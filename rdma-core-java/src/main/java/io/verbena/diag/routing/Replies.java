package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for responses, each of which has its own deadline. */
final class Replies {
    private Replies() {}

    /**
     * Returns the result of a future.
     *
     * @throws RdmaException if the future failed, or the thread is interrupted, which cancels the future
     */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RdmaException known
                    ? known
                    : new RdmaException(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new RdmaException("interrupted while waiting for tables", e);
        }
    }
}
