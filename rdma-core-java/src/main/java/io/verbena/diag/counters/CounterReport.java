package io.verbena.diag.counters;

import io.verbena.iba.Lid;
import java.util.List;

/**
 * Counters of one node.
 *
 * @param lid by which the node was asked
 * @param capabilities what its agent is able to do
 * @param readings by group, and within a group by port
 */
public record CounterReport(Lid lid, CounterCapabilities capabilities, List<CounterReading> readings) {
    /** Makes the list immutable. */
    public CounterReport {
        readings = List.copyOf(readings);
    }
}
