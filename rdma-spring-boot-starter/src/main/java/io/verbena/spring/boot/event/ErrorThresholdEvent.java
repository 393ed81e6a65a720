package io.verbena.spring.boot.event;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.subnet.Port;
import java.time.Instant;

/**
 * Published when an error counter exceeds its threshold for the first time, and again only after it was below the
 * threshold.
 *
 * @param at the time when the reading ended
 * @param port the port
 * @param counter the counter
 * @param value the value of the counter
 * @param threshold the threshold
 */
public record ErrorThresholdEvent(Instant at, Port port, ErrorCounter counter, long value, long threshold)
        implements SubnetEvent {
    @Override
    public String text() {
        return port + ": " + counter.label() + " is " + Long.toUnsignedString(value) + ", over " + threshold;
    }
}
