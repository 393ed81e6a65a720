package io.verbena.error;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Finds what a future failed with. */
public final class FutureErrors {
    private FutureErrors() {}

    /** The error without what futures put around it; one that is not of Verbena is the cause of one that is. */
    public static RdmaException cause(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RdmaException known ? known : new RdmaException(String.valueOf(cause), cause);
    }
}
