package io.verbena.sa;

import io.verbena.error.RdmaException;

/**
 * Thrown when a request was not sent because the subnet administration does not announce the capability that it needs.
 */
public final class CapabilityMissingException extends RdmaException {
    CapabilityMissingException(String message) {
        super(message);
    }
}
