package io.verbena.buffer;

import io.verbena.error.RdmaException;
import org.jspecify.annotations.Nullable;

/** No registered memory is left for a buffer. The message names the limit and the remedy. */
public class BuffersExhaustedException extends RdmaException {
    BuffersExhaustedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
