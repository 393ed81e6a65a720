package io.verbena.traffic;

import io.verbena.error.RdmaException;

/** The two sides did not come to the end. */
public final class TrafficException extends RdmaException {
    TrafficException(String message) {
        super(message);
    }
}
