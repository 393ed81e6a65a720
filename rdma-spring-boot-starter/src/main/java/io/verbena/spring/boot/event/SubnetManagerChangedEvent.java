package io.verbena.spring.boot.event;

import io.verbena.spring.boot.subnet.SubnetManagerStatus;
import java.time.Instant;

/**
 * Published when another subnet manager became master, or when the master stopped or resumed responding.
 *
 * @param at the time when the reading ended
 * @param before the previous status
 * @param after the current status
 */
public record SubnetManagerChangedEvent(Instant at, SubnetManagerStatus before, SubnetManagerStatus after)
        implements SubnetEvent {
    @Override
    public String text() {
        return "the subnet manager is " + after + "; it was " + before;
    }
}
