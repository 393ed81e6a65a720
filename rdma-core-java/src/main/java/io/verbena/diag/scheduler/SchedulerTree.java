package io.verbena.diag.scheduler;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a cluster below a tree of switches. Immutable.
 *
 * <p>Switches with hosts are the leaves. Level by level, the switches that are linked with the level below are its
 * parents, and parents of the same children become one vertex, so a fat tree becomes a tree. A child of several vertices
 * goes to the one with which it has most links, or else to the one with most children. A vertex that loses all its
 * children to others becomes part of one of them. A vertex is named after the member with the lowest GUID. Thus the tree
 * does not depend on the order of the discovery, and a cable that is cut or moved changes only what it must.
 *
 * @param roots the vertices without parents, ordered by name
 */
public record SchedulerTree(List<Vertex> roots) {
    /** Copies the list. */
    public SchedulerTree {
        roots = List.copyOf(roots);
    }

    /**
     * A switch, or several switches with the same children.
     *
     * @param name the unique name, of letters, digits, dots, hyphens and underscores
     * @param guid the lowest GUID of its switches
     * @param switches the number of switches
     * @param children the vertices below it, ordered by name; empty for a leaf
     * @param hosts the hosts of a leaf, in natural order; empty for other vertices
     */
    public record Vertex(String name, Guid guid, int switches, List<Vertex> children, List<String> hosts) {
        /** Copies the lists. */
        public Vertex {
            children = List.copyOf(children);
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * Computes the tree of a subnet.
     *
     * @param hostNames returns the name of the host of a channel adapter; empty if it is not part of the cluster
     * @param rail the port of each host that counts, from 1, in the order of the GUIDs of its adapters and of its ports
     * @throws RdmaException if there are no hosts, or a host has no link to a switch
     */
    public static SchedulerTree of(Subnet subnet, Function<Node, Optional<String>> hostNames, int rail) {
        return of(List.of(subnet), hostNames, rail);
    }

    /**
     * Computes the tree of several subnets.
     *
     * @param hostNames returns the name of the host of a channel adapter; empty if it is not part of the cluster
     * @param rail the port of each host that counts, from 1, in the order of the subnets, then of the GUIDs of its adapters and of
     *     its ports
     * @throws RdmaException if there are no hosts, or a host has no link to a switch
     */
    public static SchedulerTree of(List<Subnet> subnets, Function<Node, Optional<String>> hostNames, int rail) {
        SortedMap<String, Node> leaves = leaves(subnets, hostNames, rail);
        if (leaves.isEmpty()) {
            throw new RdmaException("the subnet has no host of the cluster; check the names of hosts");
        }
        return new SchedulerTree(new Levels(leaves).roots());
    }

    /**
     * Returns the name of a host in its cluster: the one that a map has for the GUID of its node, or, without a map, the first word
     * of its NodeDescription.
     *
     * @param map the map of the hosts of the cluster; null for none
     * @return the name; empty if the map lacks the host, or the description is empty
     */
    public static Optional<String> hostName(Node node, @Nullable NodeNameMap map) {
        String name = map == null ? node.description().strip().replaceFirst("\\s.*", "") : map.nameOf(node.guid(), "");
        return Optional.of(name).filter(word -> !word.isEmpty());
    }

    /** Returns the leaves, from which each host is found at one place only. */
    public List<Vertex> leaves() {
        List<Vertex> leaves = new ArrayList<>();
        roots.forEach(root -> collect(root, leaves));
        return leaves;
    }

    private static void collect(Vertex vertex, List<Vertex> leaves) {
        if (vertex.children().isEmpty()) {
            leaves.add(vertex);
        }
        vertex.children().forEach(child -> collect(child, leaves));
    }

    private static SortedMap<String, Node> leaves(
            List<Subnet> subnets, Function<Node, Optional<String>> hostNames, int rail) {
        SortedMap<String, List<Node>> switches = new TreeMap<>(HostList.NATURAL);
        for (Subnet subnet : subnets) {
            SortedMap<String, List<Port>> ports = new TreeMap<>(HostList.NATURAL);
            for (Node node : subnet.nodes()) {
                Optional<String> host = node.isSwitch() ? Optional.empty() : hostNames.apply(node);
                host.ifPresent(name ->
                        ports.computeIfAbsent(name, absent -> new ArrayList<>()).addAll(node.ports()));
            }
            ports.forEach((host, all) -> all.stream()
                    .sorted(Comparator.comparing((Port port) -> port.node().guid())
                            .thenComparingInt(Port::number))
                    .flatMap(port -> port.peer().stream())
                    .map(Port::node)
                    .filter(Node::isSwitch)
                    .forEach(switches.computeIfAbsent(host, absent -> new ArrayList<>())::add));
        }
        SortedMap<String, Node> leaves = new TreeMap<>(HostList.NATURAL);
        switches.forEach((host, above) -> {
            if (above.size() < rail) {
                throw new RdmaException("host " + host + " has " + above.size() + " links to switches, and rail " + rail
                        + " was requested");
            }
            leaves.put(host, above.get(rail - 1));
        });
        return leaves;
    }

    private static final class Levels {
        private final Map<Node, Draft> placed = new HashMap<>();
        private final Set<String> names = new HashSet<>();
        private final List<Draft> leaves = new ArrayList<>();

        private static final class Draft {
            final List<Node> switches = new ArrayList<>();
            final List<String> hosts = new ArrayList<>();
            final List<Draft> children = new ArrayList<>();

            /** The number of links with each vertex of the level below. */
            final Map<Draft, Integer> links = new HashMap<>();

            @Nullable Draft parent;

            /** Becomes the parent of a child, unless it has more links or more siblings elsewhere. */
            void offer(Draft child) {
                Draft known = child.parent;
                Comparator<Draft> order = Comparator.<Draft>comparingInt(draft -> draft.links.getOrDefault(child, 0))
                        .thenComparingInt(draft -> draft.links.size())
                        .thenComparing(Draft::guid, Comparator.reverseOrder());
                if (known == null || order.compare(this, known) > 0) {
                    child.parent = this;
                }
            }

            Guid guid() {
                return first().guid();
            }

            Node first() {
                return switches.stream().min(Comparator.comparing(Node::guid)).orElseThrow();
            }
        }

        Levels(SortedMap<String, Node> hosts) {
            hosts.forEach((host, leaf) -> {
                Draft draft = placed.get(leaf);
                if (draft == null) {
                    draft = new Draft();
                    draft.switches.add(leaf);
                    placed.put(leaf, draft);
                    leaves.add(draft);
                }
                draft.hosts.add(host);
            });
        }

        List<Vertex> roots() {
            List<Draft> all = new ArrayList<>(leaves);
            Collection<Draft> level = leaves;
            while (!level.isEmpty()) {
                level = above(level);
                all.addAll(level);
            }
            all.forEach(draft -> Stream.ofNullable(draft.parent).forEach(parent -> parent.children.add(draft)));
            return vertices(all.stream().filter(draft -> draft.parent == null));
        }

        /** Returns the merged parents of a level, each of which has a child. */
        private Collection<Draft> above(Collection<Draft> level) {
            Map<Node, Map<Draft, Integer>> below = new LinkedHashMap<>();
            for (Draft draft : level) {
                for (Node node : draft.switches) {
                    for (Port port : node.ports()) {
                        port.peer()
                                .map(Port::node)
                                .filter(peer -> peer.isSwitch() && !placed.containsKey(peer))
                                .ifPresent(peer -> below.computeIfAbsent(peer, absent -> new HashMap<>())
                                        .merge(draft, 1, Integer::sum));
                    }
                }
            }
            Map<Set<Draft>, Draft> merged = new LinkedHashMap<>();
            below.forEach((node, children) -> {
                Draft draft = merged.computeIfAbsent(Set.copyOf(children.keySet()), absent -> new Draft());
                draft.switches.add(node);
                children.forEach((child, links) -> draft.links.merge(child, links, Integer::sum));
                placed.put(node, draft);
            });
            merged.values().forEach(draft -> draft.links.keySet().forEach(draft::offer));
            return merged.values().stream().filter(this::isInhabited).toList();
        }

        /**
         * Returns whether a vertex has children. Otherwise, because some links are missing or were moved, it becomes part of
         * the vertex to whose children it has most links.
         */
        private boolean isInhabited(Draft draft) {
            Map<Draft, Integer> others = new HashMap<>();
            draft.links.forEach((child, links) ->
                    Stream.ofNullable(child.parent).forEach(parent -> others.merge(parent, links, Integer::sum)));
            if (others.containsKey(draft)) {
                return true;
            }
            Draft other = Collections.max(
                    others.keySet(),
                    Comparator.<Draft>comparingInt(each -> others.getOrDefault(each, 0))
                            .thenComparing(Draft::guid, Comparator.reverseOrder()));
            other.switches.addAll(draft.switches);
            draft.switches.forEach(node -> placed.put(node, other));
            return false;
        }

        private List<Vertex> vertices(Stream<Draft> drafts) {
            return drafts.sorted(Comparator.comparing(Draft::guid))
                    .map(this::vertex)
                    .sorted(Comparator.comparing(Vertex::name, HostList.NATURAL))
                    .toList();
        }

        private Vertex vertex(Draft draft) {
            String name = unique(draft.first());
            List<Vertex> children = vertices(draft.children.stream());
            List<String> hosts = draft.hosts.stream().sorted(HostList.NATURAL).toList();
            return new Vertex(name, draft.guid(), draft.switches.size(), children, hosts);
        }

        /** Returns the description as a name that schedulers accept, with the GUID if two switches have the same. */
        private String unique(Node node) {
            String name = node.description().strip().replaceAll("[^A-Za-z0-9_.-]+", "-");
            String guid = Long.toHexString(node.guid().bits());
            String chosen = name.isEmpty() ? "switch-" + guid : names.contains(name) ? name + "-" + guid : name;
            names.add(chosen);
            return chosen;
        }
    }
}
