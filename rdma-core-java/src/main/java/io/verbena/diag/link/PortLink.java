package io.verbena.diag.link;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import org.jspecify.annotations.Nullable;

/**
 * The link of a port as that port reports it.
 *
 * @param from the port
 * @param to the remote port; null if there is none, or it was not discovered
 * @param state the logical state
 * @param physicalState the physical state
 * @param width the active width
 * @param speed the active speed of a lane
 * @param possibleWidth a greater width that both ends support; null if there is none
 * @param possibleSpeed a higher speed that both ends support; null if there is none
 * @param hoqLife the head-of-queue lifetime of packets, 4.096 us * 2^hoqLife
 * @param vlStallCount the number of packets that exceed this lifetime before a lane stalls
 */
public record PortLink(
        LinkEnd from,
        @Nullable LinkEnd to,
        PortState state,
        PortPhysicalState physicalState,
        LinkWidth width,
        LaneSpeed speed,
        @Nullable LinkWidth possibleWidth,
        @Nullable LaneSpeed possibleSpeed,
        int hoqLife,
        int vlStallCount) {

    /** Returns whether the link is down. */
    public boolean isDown() {
        return state == PortState.DOWN;
    }
}
