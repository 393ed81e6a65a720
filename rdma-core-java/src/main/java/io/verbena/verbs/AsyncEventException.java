package io.verbena.verbs;

import io.verbena.error.RdmaException;

/** The device told that an object failed for good; it can only be closed. */
public final class AsyncEventException extends RdmaException {
    private final AsyncEvent event;

    AsyncEventException(AsyncEvent event) {
        super("the device told: " + event + "; close it and make another");
        this.event = event;
    }

    /** What it told. */
    public AsyncEvent event() {
        return event;
    }
}
