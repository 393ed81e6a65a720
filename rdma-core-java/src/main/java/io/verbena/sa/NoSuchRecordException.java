package io.verbena.sa;

import io.verbena.mad.MadClassException;

/** Thrown when no record matches a request. */
public final class NoSuchRecordException extends SaException {
    NoSuchRecordException(String message, MadClassException refusal) {
        super(message, refusal);
    }
}
