package io.verbena.sa;

import io.verbena.error.RdmaException;

/** The subnet administration does not announce what a request needs, so that it was not sent. */
public final class CapabilityMissingException extends RdmaException {
    CapabilityMissingException(String message) {
        super(message);
    }
}
