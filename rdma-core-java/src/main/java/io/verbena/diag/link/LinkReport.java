package io.verbena.diag.link;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import org.jspecify.annotations.Nullable;

/**
 * The link of a port, as that port sees it.
 *
 * @param from the port
 * @param to the other end; null where there is none, or it was not learned of
 * @param state the logical state
 * @param physicalState the physical state
 * @param width how many lanes are in use
 * @param speed of a lane
 * @param possibleWidth a width that both ends support and that is larger; null if there is none
 * @param possibleSpeed a speed that both ends support and that is higher; null if there is none
 * @param hoqLife how long a packet may wait at the head of a queue, 4.096 us * 2^hoqLife
 * @param vlStallCount how many packets that waited too long make a lane stall
 */
public record LinkReport(
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

    /** Whether there is no link. */
    public boolean isDown() {
        return state == PortState.DOWN;
    }
}
