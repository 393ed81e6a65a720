package io.verbena.connection;

/** What was waited for did not happen in time. */
public final class ConnectionTimeoutException extends ConnectionException {
    /** Says what was waited for, and what to do. */
    public ConnectionTimeoutException(String message) {
        super(message, null);
    }
}
