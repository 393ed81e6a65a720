package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.NodeType;
import java.time.Instant;
import java.util.List;

/**
 * The known state of the fabric, as JSON: the last reading, and nodes and links that have disappeared.
 *
 * @param at the time when the reading ended
 * @param nodes the nodes, the nearest first and those that have disappeared last
 * @param links the links, each from its nearer end
 * @param failures the messages of requests that failed
 */
public record FabricTopology(Instant at, List<NodeView> nodes, List<LinkView> links, List<String> failures) {
    /** Makes the lists immutable. */
    public FabricTopology {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
        failures = List.copyOf(failures);
    }

    /** Returns the state before the first reading. */
    static FabricTopology nothing() {
        return new FabricTopology(Instant.EPOCH, List.of(), List.of(), List.of());
    }

    static String type(NodeType type) {
        return switch (type) {
            case SWITCH -> "switch";
            case ROUTER -> "router";
            default -> "host";
        };
    }
}
