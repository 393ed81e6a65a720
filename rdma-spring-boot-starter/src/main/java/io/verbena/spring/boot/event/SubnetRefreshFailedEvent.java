package io.verbena.spring.boot.event;

import io.verbena.error.RdmaException;
import java.time.Instant;

/**
 * Published when the subnet could not be read. The previous reading remains available.
 *
 * @param at the time of the failure
 * @param reason the failure
 */
public record SubnetRefreshFailedEvent(Instant at, RdmaException reason) implements SubnetEvent {
    @Override
    public String text() {
        return "the subnet could not be read: " + reason.getMessage();
    }
}
