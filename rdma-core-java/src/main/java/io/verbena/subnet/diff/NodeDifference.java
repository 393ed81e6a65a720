package io.verbena.subnet.diff;

import io.verbena.subnet.Node;
import java.util.List;
import java.util.Optional;

/**
 * Differences of a node.
 *
 * @param before old state; empty for a new node
 * @param after new state; empty for a node that is gone
 * @param descriptionChanged whether the description changed
 * @param lidChanged whether the LID of a switch changed; LIDs of other nodes belong to their ports
 * @param portCountChanged whether the number of ports changed; ports are not compared then
 * @param ports differences of ports, by number
 */
public record NodeDifference(
        Optional<Node> before,
        Optional<Node> after,
        boolean descriptionChanged,
        boolean lidChanged,
        boolean portCountChanged,
        List<PortDifference> ports) {
    /** Copies the ports. */
    public NodeDifference {
        ports = List.copyOf(ports);
    }

    /** Returns the node in its new state, or in its old state if it is gone. */
    public Node node() {
        return before.or(() -> after).orElseThrow();
    }

    boolean isNone() {
        return before.isPresent()
                && after.isPresent()
                && !descriptionChanged
                && !lidChanged
                && !portCountChanged
                && ports.isEmpty();
    }
}
