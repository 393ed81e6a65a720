package io.verbena.samples.fabricmonitor.topology;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is other than it was one reading before.
 *
 * @param at when the later reading ended
 * @param structure whether nodes or links have come or moved, so that all of it has to be drawn again
 * @param nodes the nodes that are not as they were
 * @param links the links that are not as they were
 * @param failures what could not be learned, and why
 */
public record TopologyUpdate(
        Instant at, boolean structure, List<NodeView> nodes, List<LinkView> links, List<String> failures) {

    static TopologyUpdate between(Topology before, Topology after) {
        Set<NodeView> oldNodes = new HashSet<>(before.nodes());
        Set<LinkView> oldLinks = new HashSet<>(before.links());
        return new TopologyUpdate(
                after.at(),
                !shape(before).equals(shape(after)),
                after.nodes().stream().filter(node -> !oldNodes.contains(node)).toList(),
                after.links().stream().filter(link -> !oldLinks.contains(link)).toList(),
                after.failures());
    }

    private static Set<String> shape(Topology topology) {
        Set<String> shape = new HashSet<>();
        topology.nodes().forEach(node -> shape.add(node.guid() + " " + node.name()));
        topology.links().forEach(link -> shape.add(link.id()));
        return shape;
    }
}
