package io.verbena.sa;

import io.verbena.mad.MadClassException;

/** The subnet administration does not do this for everybody. */
public final class RequestDeniedException extends SaException {
    RequestDeniedException(String message, MadClassException refusal) {
        super(message, refusal);
    }
}
