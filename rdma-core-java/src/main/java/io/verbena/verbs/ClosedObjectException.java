package io.verbena.verbs;

import io.verbena.error.RdmaException;

/** A call used an object after its close. */
public final class ClosedObjectException extends RdmaException {
    /** Creates an exception for a closed object. */
    public ClosedObjectException(Object object) {
        super(object + " is closed");
    }
}
