package io.verbena.subnet.diff;

import io.verbena.subnet.Node;
import java.util.List;
import java.util.Optional;

/**
 * What is not the same about a node.
 *
 * @param before as it was; empty if it was not there
 * @param after as it is; empty if it is gone
 * @param descriptionChanged whether it calls itself something else
 * @param lidChanged whether the switch has another LID; those of channel adapters are of their ports
 * @param portCountChanged whether it has more or fewer ports; then they are not compared one by one
 * @param ports the ports that are not the same, by number
 */
public record NodeDifference(
        Optional<Node> before,
        Optional<Node> after,
        boolean descriptionChanged,
        boolean lidChanged,
        boolean portCountChanged,
        List<PortDifference> ports) {
    /** Makes the ports immutable. */
    public NodeDifference {
        ports = List.copyOf(ports);
    }

    /** The node, as it is or was. */
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
