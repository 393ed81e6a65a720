package io.verbena.mad;

import org.jspecify.annotations.Nullable;

/** Thrown when no response arrived after all attempts. The message mentions a response that was dropped. */
public final class MadTimeoutException extends MadException {
    /**
     * Creates an exception.
     *
     * @param tries number of attempts
     * @param timeoutMillis timeout of each attempt
     * @param dropped why a response was dropped, to follow "a response"; null if none was
     */
    public MadTimeoutException(MadExchange exchange, int tries, long timeoutMillis, @Nullable String dropped) {
        super(
                exchange,
                "timed out to " + exchange.path() + " after " + (tries == 1 ? "1 try" : tries + " tries") + " of "
                        + timeoutMillis + " ms" + (dropped == null ? "" : "; a response " + dropped + " was dropped"),
                null);
    }
}
