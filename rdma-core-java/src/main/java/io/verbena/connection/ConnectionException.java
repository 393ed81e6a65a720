package io.verbena.connection;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** An operation of a connection failed; the subclasses name the reason. */
public class ConnectionException extends RdmaException {
    ConnectionException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public ConnectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
