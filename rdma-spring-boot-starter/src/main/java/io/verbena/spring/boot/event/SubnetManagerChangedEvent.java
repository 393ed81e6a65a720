package io.verbena.spring.boot.event;

import io.verbena.spring.boot.subnet.SubnetManagerStatus;
import java.time.Instant;

/**
 * Another subnet manager is the master, or it does not answer any more, or does again.
 *
 * @param at when the reading ended that has shown it
 * @param before the master as it was
 * @param after the master as it is
 */
public record SubnetManagerChangedEvent(Instant at, SubnetManagerStatus before, SubnetManagerStatus after)
        implements SubnetEvent {
    @Override
    public String text() {
        return "the subnet manager is " + after + "; it was " + before;
    }
}
