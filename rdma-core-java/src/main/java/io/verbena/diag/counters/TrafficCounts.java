package io.verbena.diag.counters;

import io.verbena.diag.counters.CountedError.Count;
import io.verbena.iba.Field;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Selects the traffic counters of a port, with 64 bits where available. */
final class TrafficCounts {
    private static final List<String> NAMES = List.of("PortXmitData", "PortRcvData", "PortXmitPkts", "PortRcvPkts");

    /** The number of counters that every port has; they come first. */
    static final int ALWAYS = NAMES.size();

    private TrafficCounts() {}

    /** Returns the group that contains the traffic counters. */
    static CounterGroup group(CounterCapabilities able) {
        return able.hasExtendedCounters() ? CounterGroup.EXTENDED : CounterGroup.BASIC;
    }

    /** Returns the traffic counters of a port with these capabilities. */
    static List<Count> of(CounterGroup group, Structure counters, CounterCapabilities able) {
        return counts(
                group,
                counters,
                count -> NAMES.contains(count.counter())
                        || (able.hasUnicastCounters()
                                && (count.counter().endsWith("castXmitPkts")
                                        || count.counter().endsWith("castRcvPkts"))));
    }

    /** Returns the counters that match a predicate. */
    static List<Count> counts(CounterGroup group, Structure counters, Predicate<Count> wanted) {
        List<Count> counts = new ArrayList<>();
        for (Field field : group.counters()) {
            Count count = new Count(field.label(), field.bits(counters));
            if (wanted.test(count)) {
                counts.add(count);
            }
        }
        return counts;
    }
}
