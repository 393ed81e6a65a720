package io.verbena.spring.boot.event;

import java.time.Instant;

/**
 * An event of the subnet that a reading revealed. The reading thread publishes the events in this order: links,
 * counters, topology, subnet manager, and finally the end of the reading. A listener must not block.
 */
public sealed interface SubnetEvent
        permits LinkUpEvent,
                LinkDownEvent,
                ErrorThresholdEvent,
                TopologyChangedEvent,
                SubnetManagerChangedEvent,
                SubnetRefreshedEvent,
                SubnetRefreshFailedEvent {

    /** Returns the time when the reading ended. */
    Instant at();

    /** Returns a description of one line. */
    String text();
}
