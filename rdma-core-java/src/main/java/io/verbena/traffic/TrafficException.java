package io.verbena.traffic;

import io.verbena.error.RdmaException;

/** Thrown if the two sides of a test could not complete it. */
public final class TrafficException extends RdmaException {
    /** Creates an exception with the operation that failed and the reason. */
    public TrafficException(String message) {
        super(message);
    }
}
