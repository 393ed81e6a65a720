package io.verbena.monitor.channel;

import io.verbena.monitor.model.Observation;

/** Carries observations from collectors to consumers. */
public interface ObservationChannel {
    /** Publishes an observation. Does not wait for the consumers. */
    void publish(Observation observation);
}
