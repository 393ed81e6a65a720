package io.verbena.diag.counters;

import io.verbena.iba.Lid;
import java.util.List;

/**
 * The counters of a node.
 *
 * @param lid the LID of the requests
 * @param capabilities the capabilities of the agent
 * @param readings the counters by group, and within a group by port
 */
public record CounterReport(Lid lid, CounterCapabilities capabilities, List<CounterReading> readings) {
    /** Copies the list. */
    public CounterReport {
        readings = List.copyOf(readings);
    }
}
