package io.verbena.diag.counters;

import io.verbena.diag.counters.CorrectionCounts.CorrectionCounter;
import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.subnet.Port;
import java.util.Optional;
import java.util.OptionalDouble;
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
 * @param correction the counters of the error correction; empty if they were not read, or the agent has none
 * @param waitTick the tick of PortXmitWait; empty if it was not read, or the agent does not report it
 */
public record PortCounts(
        Port port,
        PortCounters basic,
        @Nullable PortCountersExtended extended,
        CounterCapabilities capabilities,
        Optional<CorrectionCounts> correction,
        Optional<WaitTick> waitTick) {
    /** Creates the counters of a port without those of its error correction and without the tick of PortXmitWait. */
    public PortCounts(
            Port port, PortCounters basic, @Nullable PortCountersExtended extended, CounterCapabilities capabilities) {
        this(port, basic, extended, capabilities, Optional.empty(), Optional.empty());
    }

    PortCounts withCorrection(Optional<CorrectionCounts> counts) {
        return new PortCounts(port, basic, extended, capabilities, counts, waitTick);
    }

    PortCounts withTick(Optional<WaitTick> tick) {
        return new PortCounts(port, basic, extended, capabilities, correction, tick);
    }

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

    /** Returns a counter of the error correction; empty if it was not read, or the agent has none. */
    public OptionalLong of(CorrectionCounter counter) {
        return correction.isPresent() ? OptionalLong.of(correction.get().of(counter)) : OptionalLong.empty();
    }

    /** Returns the duration of one tick of PortXmitWait in nanoseconds; empty if it is unknown. */
    public OptionalDouble nanosPerTick() {
        return waitTick.map(tick -> tick.nanos(port)).orElseGet(OptionalDouble::empty);
    }

    /** Returns whether a counter has stopped at its maximum value, so that the actual number may be higher. */
    public boolean isSaturated(ErrorCounter counter) {
        boolean wide = extended != null && capabilities.hasExtendedErrors();
        return !wide && counter.of(basic) == counter.largest();
    }

    /** Returns whether a counter has stopped at its maximum value, so that the actual number may be higher. */
    public boolean isSaturated(CorrectionCounter counter) {
        return correction.filter(counts -> counts.isSaturated(counter)).isPresent();
    }

    /** Returns whether a counter has stopped at its maximum value, so that the actual number may be higher. */
    public boolean isSaturated(TrafficCounter counter) {
        return extended == null && counter.isBasic() && counter.of(basic) == TrafficCounter.LARGEST_BASIC;
    }
}
