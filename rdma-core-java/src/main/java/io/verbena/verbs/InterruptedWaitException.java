package io.verbena.verbs;

import io.verbena.error.RdmaException;

/** A thread was interrupted while it waited; its interrupt status is set. */
public final class InterruptedWaitException extends RdmaException {
    /** Creates an exception for the object that the thread waited for. */
    public InterruptedWaitException(Object object) {
        super("interrupted while waiting for " + object);
    }
}
