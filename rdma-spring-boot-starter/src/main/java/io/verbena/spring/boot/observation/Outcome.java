package io.verbena.spring.boot.observation;

import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.message.RequestFailedException;
import io.verbena.mad.MadTimeoutException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** How a request ended, as the value of a tag. */
final class Outcome {
    private Outcome() {}

    /** {@code success}, {@code timeout}, {@code refused} where the other side's listener failed, or {@code error}. */
    static String of(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause == null) {
            return "success";
        }
        if (cause instanceof ConnectionTimeoutException || cause instanceof MadTimeoutException) {
            return "timeout";
        }
        return cause instanceof RequestFailedException ? "refused" : "error";
    }
}
