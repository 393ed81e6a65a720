package io.verbena.traffic;

import io.verbena.error.RdmaException;

/** The two sides did not come to the end. */
public final class TrafficException extends RdmaException {
    /** Says what did not come to its end, and why. */
    public TrafficException(String message) {
        super(message);
    }
}
