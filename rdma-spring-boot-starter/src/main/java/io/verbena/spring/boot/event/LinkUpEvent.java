package io.verbena.spring.boot.event;

import io.verbena.subnet.Port;
import java.time.Instant;

/**
 * A link is there that was not.
 *
 * @param at when the reading ended that has shown it
 * @param from its end that is nearer to where the subnet is read from
 * @param to its other end
 */
public record LinkUpEvent(Instant at, Port from, Port to) implements SubnetEvent {
    @Override
    public String text() {
        return "link up: " + from + " - " + to;
    }
}
