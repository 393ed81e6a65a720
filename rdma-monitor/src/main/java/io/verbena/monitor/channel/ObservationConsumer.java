package io.verbena.monitor.channel;

import io.verbena.monitor.model.Observation;

/**
 * Receives all observations, in the order in which they were published. Each consumer has a thread of its own, so a slow
 * consumer delays no other.
 */
public interface ObservationConsumer {
    /** Receives an observation. */
    void accept(Observation observation);
}
