package io.verbena.subnet.diff;

import io.verbena.subnet.Port;
import java.util.Optional;
import java.util.Set;

/**
 * Differences of a port.
 *
 * @param number port number
 * @param before old state; empty for a new port
 * @param after new state; empty for a port that is gone
 * @param changes changes; never empty
 */
public record PortDifference(int number, Optional<Port> before, Optional<Port> after, Set<Change> changes) {
    /** Kinds of changes. */
    public enum Change {
        /** The port or its link is gone. */
        GONE,
        /** The port or its link is new. */
        ADDED,
        /** The port has another GUID, or its link leads to another port. */
        MOVED,
        /** The LID changed. */
        LID,
        /** The LID of the port at the other end of the link changed. */
        PEER_LID,
        /** The description of the node at the other end of the link changed. */
        PEER_DESCRIPTION,
        /** Width or speed of the link changed. */
        RATE
    }

    /** Copies the changes. */
    public PortDifference {
        changes = Set.copyOf(changes);
    }
}
