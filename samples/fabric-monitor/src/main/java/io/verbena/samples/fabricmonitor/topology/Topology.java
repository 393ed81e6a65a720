package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.NodeType;
import java.time.Instant;
import java.util.List;

/**
 * What is known of the fabric, as it is served: what the last reading found, and what an earlier one found and is gone.
 *
 * @param at when the reading ended
 * @param nodes all nodes, the nearest first, those that are gone last
 * @param links each link once, from its end that is nearer
 * @param failures what could not be learned, and why
 */
public record Topology(Instant at, List<NodeView> nodes, List<LinkView> links, List<String> failures) {
    /** Makes the lists immutable. */
    public Topology {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
        failures = List.copyOf(failures);
    }

    /** What is known before anything was read. */
    static Topology nothing() {
        return new Topology(Instant.EPOCH, List.of(), List.of(), List.of());
    }

    static String type(NodeType type) {
        return switch (type) {
            case SWITCH -> "switch";
            case ROUTER -> "router";
            default -> "host";
        };
    }
}
