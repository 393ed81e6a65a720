package io.verbena.sa;

import io.verbena.mad.MadClassException;

/** More than one record has what was asked for, and the request takes one. */
public final class TooManyRecordsException extends SaException {
    TooManyRecordsException(String message, MadClassException refusal) {
        super(message, refusal);
    }
}
