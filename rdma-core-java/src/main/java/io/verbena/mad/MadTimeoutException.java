package io.verbena.mad;

import org.jspecify.annotations.Nullable;

/** Nobody answered, however often we asked; what came and was no answer is named. */
public final class MadTimeoutException extends MadException {
    MadTimeoutException(MadExchange exchange, int tries, long timeoutMillis, @Nullable String dropped) {
        super(
                exchange,
                "timed out to " + exchange.path() + " after " + (tries == 1 ? "1 try" : tries + " tries") + " of "
                        + timeoutMillis + " ms" + (dropped == null ? "" : "; an answer " + dropped + " was dropped"),
                null);
    }
}
