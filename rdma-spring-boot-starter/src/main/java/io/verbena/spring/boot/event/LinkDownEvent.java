package io.verbena.spring.boot.event;

import io.verbena.subnet.Port;
import java.time.Instant;

/**
 * Published when a link went down, as reported by one of its ends. A node that does not respond is not enough.
 *
 * @param at the time when the reading ended
 * @param from the previous state of the nearer end
 * @param to the previous state of the other end
 */
public record LinkDownEvent(Instant at, Port from, Port to) implements SubnetEvent {
    @Override
    public String text() {
        return "link down: " + from + " - " + to;
    }
}
