package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;

/** What was asked for is not a fabric; the message says what is wrong with it. */
public final class InvalidFabricException extends RdmaException {
    InvalidFabricException(String fabric, String reason) {
        super("the fabric '" + fabric + "' cannot be used: " + reason);
    }

    InvalidFabricException(String fabric, Throwable cause) {
        super("the fabric '" + fabric + "' cannot be used: " + cause.getMessage(), cause);
    }
}
