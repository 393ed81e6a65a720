package io.verbena.monitor.channel;

import io.verbena.monitor.model.Observation;

/** Stores observations permanently. An observation that is written again is stored once. */
public interface ObservationLog {
    /**
     * Stores an observation before it returns.
     *
     * @throws RuntimeException if the database refuses the observation; nothing was stored
     */
    void write(Observation observation);

    /** Forgets what is cached of the database, because another process may have written to it since. */
    void reload();
}
