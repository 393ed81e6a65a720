package io.verbena.sa;

import io.verbena.mad.MadClassException;

/** Thrown when several records match a request for one. */
public final class TooManyRecordsException extends SaException {
    TooManyRecordsException(String message, MadClassException refusal) {
        super(message, refusal);
    }
}
