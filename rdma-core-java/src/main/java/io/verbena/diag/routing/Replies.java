package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for replies, each of which has a deadline of its own. */
final class Replies {
    private Replies() {}

    /**
     * What the future brings.
     *
     * @throws RdmaException why it brings nothing, or if the thread is interrupted, which cancels it
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
