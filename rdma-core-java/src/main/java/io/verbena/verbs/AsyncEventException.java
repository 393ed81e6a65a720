package io.verbena.verbs;

import io.verbena.error.RdmaException;

/**
 * The device reported that an object failed (ibv_get_async_event(3)). A queue pair can be reset; every other object can only
 * be closed.
 */
public final class AsyncEventException extends RdmaException {
    private final AsyncEvent event;

    AsyncEventException(AsyncEvent event) {
        super("the device reported: " + event + "; "
                + (event.isQueuePairError() ? "close or reset it" : "close it and create another"));
        this.event = event;
    }

    /** Returns the event that the device reported. */
    public AsyncEvent event() {
        return event;
    }
}
