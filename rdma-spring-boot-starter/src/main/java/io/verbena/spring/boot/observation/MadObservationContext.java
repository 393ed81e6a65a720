package io.verbena.spring.boot.observation;

import io.micrometer.observation.Observation;
import io.verbena.mad.MadExchange;

/** One request of management and its answer, as handlers of observations see it. */
public final class MadObservationContext extends Observation.Context {
    private final MadExchange exchange;

    MadObservationContext(MadExchange exchange) {
        this.exchange = exchange;
    }

    /** The request and, once it is there, the answer. */
    public MadExchange exchange() {
        return exchange;
    }
}
