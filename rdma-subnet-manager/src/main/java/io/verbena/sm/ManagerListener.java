package io.verbena.sm;

import io.verbena.iba.SmState;

/** Receives the events of a subnet manager, on the thread that runs it. A listener must not block. */
public interface ManagerListener {
    /** Ignores all events. */
    ManagerListener NONE = new ManagerListener() {};

    /**
     * Called when the state of the manager has changed.
     *
     * @param reason the reason in one line, such as the manager from which this one has taken over
     */
    default void changed(SmState state, String reason) {}

    /** Called at the end of each heavy sweep. */
    default void swept(SweepReport report) {}
}
