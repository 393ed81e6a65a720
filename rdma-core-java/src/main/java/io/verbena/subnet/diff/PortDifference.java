package io.verbena.subnet.diff;

import io.verbena.subnet.Port;
import java.util.Optional;
import java.util.Set;

/**
 * What is not the same about a port.
 *
 * @param number of the port
 * @param before as it was; empty if it was not there
 * @param after as it is; empty if it is gone
 * @param changes what changed; never empty
 */
public record PortDifference(int number, Optional<Port> before, Optional<Port> after, Set<Change> changes) {
    /** What can change about a port. */
    public enum Change {
        /** It is gone, or has lost its link. */
        GONE,
        /** It is there, or has a link, for the first time. */
        ADDED,
        /** It has another GUID, or its link leads elsewhere. */
        MOVED,
        /** It has another LID. */
        LID,
        /** What is at the other end of its link has another LID. */
        PEER_LID,
        /** What is at the other end of its link calls itself something else. */
        PEER_DESCRIPTION,
        /** Its link has another width or speed. */
        RATE
    }

    /** Makes the changes immutable. */
    public PortDifference {
        changes = Set.copyOf(changes);
    }
}
