package io.verbena.mad;

/** Nobody answered, however often we asked. */
public final class MadTimeoutException extends MadException {
    MadTimeoutException(MadExchange exchange, int tries, long timeoutMillis) {
        super(
                exchange,
                "timed out to " + exchange.path() + " after " + (tries == 1 ? "1 try" : tries + " tries") + " of "
                        + timeoutMillis + " ms",
                null);
    }
}
