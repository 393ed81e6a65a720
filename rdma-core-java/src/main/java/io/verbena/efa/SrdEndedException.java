package io.verbena.efa;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** An {@link SrdChannel} has ended: the peer or this side has closed it, or it has failed. */
public final class SrdEndedException extends RdmaException {
    SrdEndedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
