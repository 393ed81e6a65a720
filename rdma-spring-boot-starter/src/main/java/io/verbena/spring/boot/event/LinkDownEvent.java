package io.verbena.spring.boot.event;

import io.verbena.subnet.Port;
import java.time.Instant;

/**
 * A link is not there any more: one of its ends says so. That a node does not answer is not enough.
 *
 * @param at when the reading ended that has shown it
 * @param from its end that was nearer to where the subnet is read from, as it was
 * @param to its other end, as it was
 */
public record LinkDownEvent(Instant at, Port from, Port to) implements SubnetEvent {
    @Override
    public String text() {
        return "link down: " + from + " - " + to;
    }
}
