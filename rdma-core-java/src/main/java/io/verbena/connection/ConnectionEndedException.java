package io.verbena.connection;

import org.jspecify.annotations.Nullable;

/** The other side ended the connection, or it was lost; it can only be closed. */
public final class ConnectionEndedException extends ConnectionException {
    ConnectionEndedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
