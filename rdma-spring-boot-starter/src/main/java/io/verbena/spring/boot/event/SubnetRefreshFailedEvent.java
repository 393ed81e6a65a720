package io.verbena.spring.boot.event;

import io.verbena.error.RdmaException;
import java.time.Instant;

/**
 * The subnet could not be read; what was read before stays.
 *
 * @param at when
 * @param reason why
 */
public record SubnetRefreshFailedEvent(Instant at, RdmaException reason) implements SubnetEvent {
    @Override
    public String text() {
        return "the subnet could not be read: " + reason.getMessage();
    }
}
