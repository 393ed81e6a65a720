package io.verbena.connection;

import org.jspecify.annotations.Nullable;

/** The connection has ended: the peer ended it, or it failed. It can only be closed. */
public final class ConnectionEndedException extends ConnectionException {
    ConnectionEndedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
