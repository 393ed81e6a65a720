package io.verbena.sa;

import io.verbena.mad.MadClassException;

/** No record has what was asked for. */
public final class NoSuchRecordException extends SaException {
    NoSuchRecordException(String message, MadClassException refusal) {
        super(message, refusal);
    }
}
