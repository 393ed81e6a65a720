package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, ports and links, and what could not be learned of them. Safe to read from several threads.
 *
 * <p>The nodes are in the order of their distance from where the discovery began, and with the same distance in the order
 * of the ports that lead to them; so the same fabric gives the same order each time.
 */
public final class Subnet {
    private static final int LISTED = 10;

    private final Port origin;
    private final Start start;
    private final Map<Guid, Node> nodes;
    private final List<RdmaException> failures;
    private final long datagrams;
    private volatile @Nullable SubnetIndex index;

    Subnet(
            Port origin,
            Start start,
            Map<Guid, Node> nodes,
            List<RdmaException> failures,
            long datagrams,
            boolean byDistance) {
        this.origin = origin;
        this.start = start;
        this.nodes =
                byDistance ? byDistance(origin.node(), nodes) : Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        this.failures = List.copyOf(failures);
        this.datagrams = datagrams;
        if (nodes.values().stream().anyMatch(node -> node.findPath().isEmpty())) {
            new ShortestRoutes(origin).fill();
        }
    }

    /** The port that the discovery began at. */
    public Port origin() {
        return origin;
    }

    /**
     * The path of subnet management from the end port that discovered to a node: {@link Node#path} where the discovery began
     * at that end port, else the way to where it began and on from there. Empty where no links that were read lead to it.
     */
    public Optional<Path> pathTo(Node node) {
        return node.findPath().map(start::to);
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
        return Optional.ofNullable(index().port(guid));
    }

    /** The port that this LID reaches, be it the base LID or another that its LMC gives it; of a switch its port 0. */
    public Optional<Port> port(Lid lid) {
        return Optional.ofNullable(index().port(lid));
    }

    /**
     * The port with this GID, which is its GUID behind the link-local prefix or that of its subnet. The further GUIDs of
     * a port (GUIDInfo) are not known here.
     */
    public Optional<Port> port(Gid gid) {
        return port(gid.guid())
                .filter(port -> gid.prefix() == Gid.LINK_LOCAL_PREFIX
                        || port.info()
                                .filter(info -> info.gidPrefix() == gid.prefix())
                                .isPresent());
    }

    /** The nodes that are parts of one system, the nearest first. */
    public List<Node> system(Guid systemImageGuid) {
        return index().system(systemImageGuid);
    }

    /**
     * The nodes with this name: those that the map or they themselves call so, else those whose name begins with this
     * word. More than one if the name is ambiguous.
     */
    public List<Node> named(String name, NodeNameMap names) {
        List<Node> exact = nodes.values().stream()
                .filter(node ->
                        names.nameOf(node).equals(name) || node.description().equals(name))
                .toList();
        return !exact.isEmpty() || name.isEmpty()
                ? exact
                : nodes.values().stream()
                        .filter(node -> names.nameOf(node).startsWith(name + " "))
                        .toList();
    }

    /**
     * The one node with this name; see {@link #named}.
     *
     * @throws RdmaException if there is none or more than one; the message lists them
     */
    public Node node(String name, NodeNameMap names) {
        List<Node> found = named(name, names);
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new RdmaException(
                found.isEmpty()
                        ? "no node of this subnet is called '" + name + "'"
                        : found.size() + " nodes are called '" + name + "'; give the GUID of one: "
                                + found.stream()
                                        .limit(LISTED)
                                        .map(node -> node.guid().toHex() + " " + node)
                                        .collect(Collectors.joining(", "))
                                + (found.size() > LISTED ? ", …" : ""));
    }

    /**
     * The shortest way between two ports over the links, that is through switches only. A switch is reached by any of its
     * ports. Empty if there is none.
     */
    public Optional<Route> route(Port from, Port to) {
        return new ShortestRoutes(from).to(to);
    }

    /** GUIDs and LIDs that are there twice; empty in a sound subnet. */
    public List<Finding> findings() {
        return index().findings();
    }

    private SubnetIndex index() {
        SubnetIndex known = index;
        if (known == null) {
            // Two threads may make one each, and they are the same.
            known = new SubnetIndex(nodes.values());
            index = known;
        }
        return known;
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
                .flatMap(node -> node.findPath().stream())
                .mapToInt(DirectedPath::hops)
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
