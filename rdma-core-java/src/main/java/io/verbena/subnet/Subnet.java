package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Nodes, ports and links, and what could not be learned of them. Safe to read from several threads.
 *
 * <p>The nodes are in the order of their distance from where the discovery began, and with the same distance in the order
 * of the ports that lead to them; so the same fabric gives the same order each time.
 */
public final class Subnet {
    private final Port origin;
    private final Map<Guid, Node> nodes;
    private final List<RdmaException> failures;
    private final long datagrams;

    Subnet(Port origin, Map<Guid, Node> nodes, List<RdmaException> failures, long datagrams) {
        this.origin = origin;
        this.nodes = byDistance(origin.node(), nodes);
        this.failures = List.copyOf(failures);
        this.datagrams = datagrams;
    }

    /** The port that the discovery began at. */
    public Port origin() {
        return origin;
    }

    /** All nodes, the nearest first. */
    public Collection<Node> nodes() {
        return nodes.values();
    }

    /** The nodes of one kind, the nearest first. */
    public List<Node> nodes(NodeType type) {
        return nodes.values().stream().filter(node -> node.type() == type).toList();
    }

    /** The node with this GUID. */
    public Optional<Node> node(Guid guid) {
        return Optional.ofNullable(nodes.get(guid));
    }

    /** The port with this GUID; of a switch its port 0. */
    public Optional<Port> port(Guid guid) {
        return nodes.values().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> port.guid().equals(guid))
                .findFirst();
    }

    /** What could not be learned, each with the path; empty if the subnet is whole. */
    public List<RdmaException> failures() {
        return failures;
    }

    /** How many datagrams it took to learn this. */
    public long datagrams() {
        return datagrams;
    }

    /** The length of the longest way by which a node was met. */
    public int maxHops() {
        return nodes.values().stream()
                .mapToInt(node -> node.path().hops())
                .max()
                .orElse(0);
    }

    private static Map<Guid, Node> byDistance(Node origin, Map<Guid, Node> nodes) {
        Map<Guid, Node> ordered = new LinkedHashMap<>();
        ArrayDeque<Node> next = new ArrayDeque<>(List.of(origin));
        ordered.put(origin.guid(), origin);
        while (!next.isEmpty()) {
            for (Port port : next.remove().ports()) {
                port.peer().map(Port::node).ifPresent(neighbour -> {
                    if (ordered.putIfAbsent(neighbour.guid(), neighbour) == null) {
                        next.add(neighbour);
                    }
                });
            }
        }
        nodes.forEach(ordered::putIfAbsent);
        return Collections.unmodifiableMap(ordered);
    }
}
