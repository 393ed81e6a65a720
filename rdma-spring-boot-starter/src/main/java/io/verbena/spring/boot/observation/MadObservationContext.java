package io.verbena.spring.boot.observation;

import io.micrometer.observation.Observation;
import io.verbena.mad.MadExchange;

/** The observation context of a management request. */
public final class MadObservationContext extends Observation.Context {
    private final MadExchange exchange;

    MadObservationContext(MadExchange exchange) {
        this.exchange = exchange;
    }

    /** Returns the request and, once it has arrived, the response. */
    public MadExchange exchange() {
        return exchange;
    }
}
