package io.verbena.connection;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** A connection could not do what was wanted; the classes below say why. */
public class ConnectionException extends RdmaException {
    /** An error, and what led to it. */
    public ConnectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
