package io.verbena.spring.boot.event;

import java.time.Instant;

/**
 * Something happened in the subnet, as a reading of it has shown. Events are published by the thread that reads, in the order
 * of the subnet: links, then counters, the topology, the subnet manager, and last that it was read. A listener must not wait.
 */
public sealed interface SubnetEvent
        permits LinkUpEvent,
                LinkDownEvent,
                ErrorThresholdEvent,
                TopologyChangedEvent,
                SubnetManagerChangedEvent,
                SubnetRefreshedEvent,
                SubnetRefreshFailedEvent {

    /** When the reading ended that has shown it. */
    Instant at();

    /** In one line, for people. */
    String text();
}
