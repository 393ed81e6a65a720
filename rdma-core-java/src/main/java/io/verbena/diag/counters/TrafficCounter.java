package io.verbena.diag.counters;

import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError.Count;
import io.verbena.iba.Field;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The packet and data counters. */
public enum TrafficCounter {
    /** Data sent on all virtual lanes except 15, in units of four octets. */
    XMIT_DATA("portXmitData", true),
    /** Data received on all virtual lanes except 15, in units of four octets. */
    RCV_DATA("portRcvData", true),
    /** Packets sent. */
    XMIT_PACKETS("portXmitPkts", true),
    /** Packets received. */
    RCV_PACKETS("portRcvPkts", true),
    /** Unicast packets sent. */
    UNICAST_XMIT_PACKETS("portUnicastXmitPkts", false),
    /** Unicast packets received. */
    UNICAST_RCV_PACKETS("portUnicastRcvPkts", false),
    /** Multicast packets sent. */
    MULTICAST_XMIT_PACKETS("portMulticastXmitPkts", false),
    /** Multicast packets received. */
    MULTICAST_RCV_PACKETS("portMulticastRcvPkts", false);

    /** The value at which 32-bit counters stop. */
    static final long LARGEST_BASIC = 0xffff_ffffL;

    private final String fieldName;
    private final boolean basic;

    @SuppressWarnings("ImmutableEnumChecker") // a field does not change
    private final Field extended;

    TrafficCounter(String name, boolean basic) {
        this.fieldName = name;
        this.basic = basic;
        this.extended = PortCountersExtended.LAYOUT.field(name);
    }

    /** Returns the name in infiniband-diags, such as {@code PortXmitData}. */
    public String label() {
        return extended.label();
    }

    /** Returns whether PortCounters has the counter; PortCountersExtended has all. */
    boolean isBasic() {
        return basic;
    }

    long of(PortCounters counters) {
        return PortCounters.LAYOUT.field(fieldName).bits(counters);
    }

    long of(PortCountersExtended counters) {
        return extended.bits(counters);
    }

    /** Selects the traffic counters of a port, with 64 bits where available. */
    static final class TrafficCounts {
        /** The number of counters that every port has; they come first. */
        static final int ALWAYS = 4;

        private TrafficCounts() {}

        static CounterGroup group(CounterCapabilities able) {
            return able.hasExtendedCounters() ? CounterGroup.EXTENDED : CounterGroup.BASIC;
        }

        static List<Count> of(CounterGroup group, Structure counters, CounterCapabilities able) {
            Set<String> wanted = Arrays.stream(values())
                    .filter(counter -> counter.basic || able.hasUnicastCounters())
                    .map(TrafficCounter::label)
                    .collect(Collectors.toSet());
            return counts(group, counters, count -> wanted.contains(count.counter()));
        }

        static List<Count> counts(CounterGroup group, Structure counters, Predicate<Count> wanted) {
            return group.counters().stream()
                    .map(field -> new Count(field.label(), field.bits(counters)))
                    .filter(wanted)
                    .toList();
        }
    }
}
