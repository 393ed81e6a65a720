package io.verbena.exchange;

/** The other side did not say in time what it is. */
public final class ExchangeTimeoutException extends ExchangeException {
    ExchangeTimeoutException(String message) {
        super(message, null);
    }
}
