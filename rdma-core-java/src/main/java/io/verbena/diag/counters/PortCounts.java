package io.verbena.diag.counters;

import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.subnet.Port;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a port at one point in time, with 64 bits where available. Narrower counters stop at their maximum
 * value (IBA 16.1.3.5).
 *
 * @param port the port
 * @param basic the counters with few bits
 * @param extended the 64-bit counters; null if the agent has none
 * @param capabilities the capabilities of the agent
 */
public record PortCounts(
        Port port, PortCounters basic, @Nullable PortCountersExtended extended, CounterCapabilities capabilities) {
    /** Returns an error counter; empty if the agent does not count it. */
    public OptionalLong of(ErrorCounter counter) {
        if (counter == ErrorCounter.XMIT_WAIT && !capabilities.countsXmitWait()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                extended != null && capabilities.hasExtendedErrors() ? counter.of(extended) : counter.of(basic));
    }

    /** Returns a traffic counter; empty if the agent does not count it. */
    public OptionalLong of(TrafficCounter counter) {
        if (extended == null) {
            return counter.isBasic() ? OptionalLong.of(counter.of(basic)) : OptionalLong.empty();
        }
        return counter.isBasic() || capabilities.hasUnicastCounters()
                ? OptionalLong.of(counter.of(extended))
                : OptionalLong.empty();
    }

    /** Returns whether a counter has stopped at its maximum value, so that the actual number may be higher. */
    public boolean isSaturated(ErrorCounter counter) {
        boolean wide = extended != null && capabilities.hasExtendedErrors();
        return !wide && counter.of(basic) == counter.largest();
    }

    /** Returns whether a counter has stopped at its maximum value, so that the actual number may be higher. */
    public boolean isSaturated(TrafficCounter counter) {
        return extended == null && counter.isBasic() && counter.of(basic) == TrafficCounter.LARGEST_BASIC;
    }
}
