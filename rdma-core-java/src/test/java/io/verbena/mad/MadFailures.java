package io.verbena.mad;

import io.verbena.error.RdmaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Assertions for futures that fail. */
final class MadFailures {
    private MadFailures() {}

    /** Returns the exception of a future. */
    static RdmaException failure(CompletableFuture<?> answer) {
        try {
            throw new AssertionError("was answered with " + answer.get(5, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RdmaException failure) {
                return failure;
            }
            throw new AssertionError("failed otherwise", e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
