package io.verbena.path;

import io.verbena.error.RdmaException;

/** Thrown when a text is not an address. The message describes the valid forms. */
public final class MalformedAddressException extends RdmaException {
    MalformedAddressException(String text, String reason) {
        super("'" + text + "' is not an address: " + reason);
    }
}
