package io.verbena.sa;

import io.verbena.error.RdmaException;

/** The subnet administration knows no path to a destination, or cannot be asked; the message says which. */
public final class SaPathNotFoundException extends RdmaException {
    SaPathNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }

    SaPathNotFoundException(String message) {
        super(message);
    }
}
