package io.verbena.verbs;

import io.verbena.error.RdmaException;

/** An object was used after it was closed. */
public final class ClosedObjectException extends RdmaException {
    /** Names the object. */
    public ClosedObjectException(Object object) {
        super(object + " is closed");
    }
}
