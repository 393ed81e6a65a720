package io.verbena.spring.boot.event;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.subnet.Port;
import java.time.Instant;

/**
 * A counter of errors is over its threshold, and was not when it was read before. It is told again only after it was below.
 *
 * @param at when the reading ended that has shown it
 * @param port which port
 * @param counter which counter
 * @param value what it has
 * @param threshold up to which count it is no matter
 */
public record ErrorThresholdEvent(Instant at, Port port, ErrorCounter counter, long value, long threshold)
        implements SubnetEvent {
    @Override
    public String text() {
        return port + ": " + counter.label() + " is " + Long.toUnsignedString(value) + ", over " + threshold;
    }
}
