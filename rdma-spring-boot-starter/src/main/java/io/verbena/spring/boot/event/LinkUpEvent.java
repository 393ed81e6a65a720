package io.verbena.spring.boot.event;

import io.verbena.subnet.Port;
import java.time.Instant;

/**
 * Published when a link came up.
 *
 * @param at the time when the reading ended
 * @param from the nearer end
 * @param to the other end
 */
public record LinkUpEvent(Instant at, Port from, Port to) implements SubnetEvent {
    @Override
    public String text() {
        return "link up: " + from + " - " + to;
    }
}
