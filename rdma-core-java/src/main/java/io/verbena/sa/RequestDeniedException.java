package io.verbena.sa;

import io.verbena.mad.MadClassException;

/** Thrown when the subnet administration denies a request to untrusted clients. */
public final class RequestDeniedException extends SaException {
    RequestDeniedException(String message, MadClassException refusal) {
        super(message, refusal);
    }
}
