package io.verbena.spring.boot.observation;

import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.RequestFailedException;
import io.verbena.mad.MadTimeoutException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The outcome of a request as the value of a tag. */
final class Outcome {
    private Outcome() {}

    /**
     * Returns {@code success}, {@code timeout}, {@code refused} if the listener of the peer failed, or {@code error}.
     */
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
