package io.verbena.monitor.collect;

import io.verbena.monitor.model.PortPlace;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Remembers the last absolute counters of a subnet over a restart. */
public interface CounterBaseline {
    /**
     * The absolute counters of one sweep.
     *
     * @param at the time of the sweep
     * @param values the counters of each port, in the order of {@link io.verbena.monitor.model.MonitoredCounter}
     */
    record Values(Instant at, Map<PortPlace, long[]> values) {}

    /** Returns the counters of the last sweep that was stored. */
    Optional<Values> last(String subnet);
}
