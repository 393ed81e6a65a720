package io.verbena.diag.counters;

import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.subnet.Port;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one port at one moment, in 64 bits where its agent has these. Counters of fewer bits stop at their largest
 * value (IBA 16.1.3.5).
 *
 * @param port which port
 * @param basic its errors and traffic in few bits
 * @param extended the same in 64 bits; null where the agent has none
 * @param capabilities what its agent is able to do
 */
public record PortCounts(
        Port port, PortCounters basic, @Nullable PortCountersExtended extended, CounterCapabilities capabilities) {
    /** A counter of errors; empty where the agent does not count it. */
    public OptionalLong of(ErrorCounter counter) {
        if (counter == ErrorCounter.XMIT_WAIT && !capabilities.countsXmitWait()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                extended != null && capabilities.hasExtendedErrors() ? counter.of(extended) : counter.of(basic));
    }

    /** A counter of packets or data; empty where the agent does not count it. */
    public OptionalLong of(TrafficCounter counter) {
        if (extended == null) {
            return counter.isBasic() ? OptionalLong.of(counter.of(basic)) : OptionalLong.empty();
        }
        return counter.isBasic() || capabilities.hasUnicastCounters()
                ? OptionalLong.of(counter.of(extended))
                : OptionalLong.empty();
    }

    /** Whether the counter has stopped at its largest value, and what it counts is more. */
    public boolean isSaturated(ErrorCounter counter) {
        boolean wide = extended != null && capabilities.hasExtendedErrors();
        return !wide && counter.of(basic) == counter.largest();
    }

    /** Whether the counter has stopped at its largest value, and what it counts is more. */
    public boolean isSaturated(TrafficCounter counter) {
        return extended == null && counter.isBasic() && counter.of(basic) == TrafficCounter.LARGEST_BASIC;
    }
}
