package io.verbena.diag.counters;

import io.verbena.diag.counters.CountedError.Count;
import io.verbena.iba.Field;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Picks the counters of packets and data, in 64 bits where the port has these. */
final class TrafficCounts {
    private static final List<String> NAMES = List.of("PortXmitData", "PortRcvData", "PortXmitPkts", "PortRcvPkts");

    /** How many of them every port has. They come first. */
    static final int ALWAYS = NAMES.size();

    private TrafficCounts() {}

    /** Where they are. */
    static CounterGroup group(CounterCapabilities able) {
        return able.hasExtendedCounters() ? CounterGroup.EXTENDED : CounterGroup.BASIC;
    }

    /** Those of a port that is able to do this. */
    static List<Count> of(CounterGroup group, Structure counters, CounterCapabilities able) {
        return counts(
                group,
                counters,
                count -> NAMES.contains(count.counter())
                        || (able.hasUnicastCounters()
                                && (count.counter().endsWith("castXmitPkts")
                                        || count.counter().endsWith("castRcvPkts"))));
    }

    /** Those of any kind that are wanted. */
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
