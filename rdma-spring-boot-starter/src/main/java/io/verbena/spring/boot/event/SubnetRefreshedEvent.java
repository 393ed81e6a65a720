package io.verbena.spring.boot.event;

import io.verbena.spring.boot.subnet.SubnetSnapshot;
import java.time.Instant;

/**
 * Published after each successful reading, whether the subnet has changed or not.
 *
 * @param snapshot the reading
 */
public record SubnetRefreshedEvent(SubnetSnapshot snapshot) implements SubnetEvent {
    @Override
    public Instant at() {
        return snapshot.taken();
    }

    @Override
    public String text() {
        return "the subnet was read: " + snapshot.subnet().nodes().size() + " nodes, "
                + snapshot.failures().size() + " failures";
    }
}
