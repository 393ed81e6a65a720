package io.verbena.path;

import io.verbena.error.RdmaException;

/** A text is not an address; the message says what would be one. */
public final class MalformedAddressException extends RdmaException {
    MalformedAddressException(String text, String reason) {
        super("'" + text + "' is not an address: " + reason);
    }
}
