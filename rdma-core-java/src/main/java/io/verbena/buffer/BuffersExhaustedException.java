package io.verbena.buffer;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** There is no registered memory left for a buffer; the message says how much there is, and what to do. */
public class BuffersExhaustedException extends RdmaException {
    BuffersExhaustedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
