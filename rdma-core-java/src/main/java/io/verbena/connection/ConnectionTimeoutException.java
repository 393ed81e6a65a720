package io.verbena.connection;

/** A wait has reached its timeout. */
public final class ConnectionTimeoutException extends ConnectionException {
    /** Creates an exception whose message names what was waited for. */
    public ConnectionTimeoutException(String message) {
        super(message);
    }
}
