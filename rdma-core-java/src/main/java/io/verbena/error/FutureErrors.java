package io.verbena.error;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Unwraps the failures of futures. */
public final class FutureErrors {
    private FutureErrors() {}

    /** Returns the failure without the wrappers of futures. A foreign exception becomes the cause of an {@link RdmaException}. */
    public static RdmaException cause(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RdmaException known ? known : new RdmaException(String.valueOf(cause), cause);
    }
}
