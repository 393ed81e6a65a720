package io.verbena.exchange;

/** The peer did not send its address in time. */
public final class ExchangeTimeoutException extends ExchangeException {
    ExchangeTimeoutException(String message) {
        super(message, null);
    }
}
