package io.verbena.samples.fabricmonitor.topology;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The changes since the previous reading.
 *
 * @param at the time when the reading ended
 * @param structure whether nodes or links were added or moved, so that the whole graph has to be drawn
 * @param nodes the nodes that have changed
 * @param links the links that have changed
 * @param failures the messages of requests that failed
 */
public record TopologyUpdate(
        Instant at, boolean structure, List<NodeView> nodes, List<LinkView> links, List<String> failures) {

    static TopologyUpdate between(FabricTopology before, FabricTopology after) {
        Set<NodeView> oldNodes = new HashSet<>(before.nodes());
        Set<LinkView> oldLinks = new HashSet<>(before.links());
        return new TopologyUpdate(
                after.at(),
                !shape(before).equals(shape(after)),
                after.nodes().stream().filter(node -> !oldNodes.contains(node)).toList(),
                after.links().stream().filter(link -> !oldLinks.contains(link)).toList(),
                after.failures());
    }

    private static Set<String> shape(FabricTopology topology) {
        Set<String> shape = new HashSet<>();
        topology.nodes().forEach(node -> shape.add(node.guid() + " " + node.name()));
        topology.links().forEach(link -> shape.add(link.id()));
        return shape;
    }
}
