package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, ports and links of a subnet, and failures of the discovery. Concurrent reads are safe.
 *
 * <p>The nodes are in the order of their distance from the start, and at equal distance in the order of the ports that
 * lead to them, so the order is reproducible.
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

    /** Returns the port from which the discovery started. */
    public Port origin() {
        return origin;
    }

    /**
     * Returns the path for subnet management packets from the end port of the discovery to a node. Empty if no known
     * links lead to it.
     */
    public Optional<Path> pathTo(Node node) {
        return node.findPath().map(start::to);
    }

    /** Returns all nodes, nearest first. */
    public Collection<Node> nodes() {
        return nodes.values();
    }

    /** Returns the nodes of a type, nearest first. */
    public List<Node> nodes(NodeType type) {
        return nodes.values().stream().filter(node -> node.type() == type).toList();
    }

    /** Returns the node with this GUID. */
    public Optional<Node> node(Guid guid) {
        return Optional.ofNullable(nodes.get(guid));
    }

    /**
     * Returns the port at which a directed route from the {@linkplain #origin origin} arrives. The empty route arrives at the
     * origin itself. Empty if the route uses a link that is not in this subnet.
     */
    public Optional<Port> port(DirectedPath route) {
        Optional<Port> arrival = Optional.of(origin);
        for (int hop = 0; hop < route.hops(); hop++) {
            int exit = route.port(hop);
            arrival = arrival.flatMap(port -> port.node().port(exit)).flatMap(Port::peer);
        }
        return arrival;
    }

    /**
     * Returns the node to which a directed route from the {@linkplain #origin origin} leads. Empty if the route uses a link
     * that is not in this subnet.
     */
    public Optional<Node> node(DirectedPath route) {
        return port(route).map(Port::node);
    }

    /** Returns the port with this GUID; for the GUID of a switch, port 0. */
    public Optional<Port> port(Guid guid) {
        return Optional.ofNullable(index().port(guid));
    }

    /** Returns the port with this LID, which may be any LID in its LMC range; for the LID of a switch, port 0. */
    public Optional<Port> port(Lid lid) {
        return Optional.ofNullable(index().port(lid));
    }

    /**
     * Returns the port whose GUID is the lower half of this GID, with the link-local prefix or that of its subnet.
     * Further GUIDs of a port (GUIDInfo) are unknown.
     */
    public Optional<Port> port(Gid gid) {
        return port(gid.guid())
                .filter(port -> gid.prefix() == Gid.LINK_LOCAL_PREFIX
                        || port.info()
                                .filter(info -> info.gidPrefix() == gid.prefix())
                                .isPresent());
    }

    /** Returns the nodes with this system image GUID, nearest first. */
    public List<Node> system(Guid systemImageGuid) {
        return index().system(systemImageGuid);
    }

    /**
     * Returns the nodes with this name in the map or in their description or, if there are none, those whose name
     * begins with this word. The result has several nodes if the name is ambiguous.
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
     * Returns the only node with this name; see {@link #named}.
     *
     * @throws RdmaException if there is no such node, or several, which the message lists
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
     * Returns the shortest route between two ports, through switches only. A switch is reached at any of its ports.
     * Empty if there is none.
     */
    public Optional<Route> route(Port from, Port to) {
        return new ShortestRoutes(from).to(to);
    }

    /** Returns duplicate GUIDs and LIDs. */
    public List<SubnetFinding> findings() {
        return index().findings();
    }

    private SubnetIndex index() {
        SubnetIndex known = index;
        if (known == null) {
            // Two threads may both compute it, with equal results.
            known = new SubnetIndex(nodes.values());
            index = known;
        }
        return known;
    }

    /** Returns the failures of the discovery, with paths; empty if it is complete. */
    public List<RdmaException> failures() {
        return failures;
    }

    /** Returns the number of datagrams that the discovery took. */
    public long datagrams() {
        return datagrams;
    }

    /** Returns the length of the longest route by which a node was met. */
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

    /** Index of ports by GUID and LID and of nodes by system, created on first use. */
    private static final class SubnetIndex {
        private final Map<Guid, Port> byGuid = new HashMap<>();
        private final Map<Guid, List<Node>> bySystem = new HashMap<>();
        private final Map<List<Port>, List<Integer>> lidClashes = new HashMap<>();
        private final List<SubnetFinding> findings = new ArrayList<>();
        private @Nullable Port[] byLid = new @Nullable Port[64];

        SubnetIndex(Collection<Node> nodes) {
            for (Node node : nodes) {
                bySystem.computeIfAbsent(node.info().systemImageGuid(), absent -> new ArrayList<>(1))
                        .add(node);
                for (Port port : node.ports()) {
                    Port end = port.endPort();
                    addGuid(end);
                    if (end == port) {
                        addLids(port);
                    }
                }
            }
            lidClashes.forEach((ports, lids) -> findings.add(new SubnetFinding(
                    SubnetFinding.Kind.DUPLICATE_LID,
                    (lids.size() == 1 ? "LID " : "LIDs ") + lids.toString().replaceAll("[\\[\\]]", "") + ": "
                            + ports.get(0) + " and " + ports.get(1),
                    ports)));
        }

        private void addGuid(Port port) {
            if (port.guid().equals(Guid.ZERO)) {
                return;
            }
            Port other = byGuid.putIfAbsent(port.guid(), port);
            if (other != null
                    && other != port
                    && !(other.node() == port.node() && port.node().isSwitch())) {
                findings.add(new SubnetFinding(
                        SubnetFinding.Kind.DUPLICATE_PORT_GUID,
                        "GUID " + port.guid().toHex() + ": " + other + " and " + port,
                        List.of(other, port)));
            }
        }

        private void addLids(Port port) {
            if (!port.lid().isUnicast()) {
                return;
            }
            int first = port.lid().bits() >>> port.lmc() << port.lmc();
            int last = Math.min(first + (1 << port.lmc()), Lid.FIRST_MULTICAST.bits()) - 1;
            if (last >= byLid.length) {
                byLid = Arrays.copyOf(byLid, Math.max(last + 1, byLid.length * 2));
            }
            for (int lid = first; lid <= last; lid++) {
                Port other = byLid[lid];
                if (other == null) {
                    byLid[lid] = port;
                } else if (other != port) {
                    lidClashes
                            .computeIfAbsent(List.of(other, port), absent -> new ArrayList<>(1))
                            .add(lid);
                }
            }
        }

        @Nullable Port port(Guid guid) {
            return byGuid.get(guid);
        }

        @Nullable Port port(Lid lid) {
            return lid.bits() < byLid.length ? byLid[lid.bits()] : null;
        }

        List<Node> system(Guid guid) {
            return List.copyOf(bySystem.getOrDefault(guid, List.of()));
        }

        List<SubnetFinding> findings() {
            return List.copyOf(findings);
        }
    }
}
