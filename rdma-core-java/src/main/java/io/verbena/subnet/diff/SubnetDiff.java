package io.verbena.subnet.diff;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.diff.SubnetDiff.PortDifference.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Differences of two subnets. Nodes are identified by their GUID. Immutable.
 *
 * <p>Nodes are grouped by type, switches first. Within a type, existing nodes precede new ones.
 */
public final class SubnetDiff {
    private static final List<NodeType> KINDS = List.of(NodeType.SWITCH, NodeType.CHANNEL_ADAPTER, NodeType.ROUTER);

    final Subnet before;
    final Subnet after;
    private final Set<DiffCheck> checks;
    private final List<NodeDifference> nodes;

    private SubnetDiff(Subnet before, Subnet after, Set<DiffCheck> checks) {
        this.before = before;
        this.after = after;
        this.checks = checks;
        this.nodes = KINDS.stream()
                .filter(kind -> checks.contains(check(kind)))
                .flatMap(this::ofKind)
                .filter(difference -> !difference.isNone())
                .toList();
    }

    /** Compares two subnets in all aspects. */
    public static SubnetDiff of(Subnet before, Subnet after) {
        return of(before, after, DiffCheck.ALL);
    }

    /**
     * Compares two subnets in some aspects. Links are compared only with {@link DiffCheck#PORT}, and nodes only if
     * their type is included.
     */
    public static SubnetDiff of(Subnet before, Subnet after, Set<DiffCheck> checks) {
        return new SubnetDiff(before, after, checks);
    }

    /** Returns the nodes that differ. */
    public List<NodeDifference> nodes() {
        return nodes;
    }

    /** Returns whether there is no difference. */
    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    private static DiffCheck check(NodeType kind) {
        return switch (kind) {
            case SWITCH -> DiffCheck.SW;
            case ROUTER -> DiffCheck.ROUTER;
            default -> DiffCheck.CA;
        };
    }

    private Stream<NodeDifference> ofKind(NodeType kind) {
        Stream<NodeDifference> old =
                before.nodes(kind).stream().map(node -> compare(Optional.of(node), after.node(node.guid())));
        Stream<NodeDifference> added = after.nodes(kind).stream()
                .filter(node -> before.node(node.guid()).isEmpty())
                .map(node -> compare(Optional.empty(), Optional.of(node)));
        return Stream.concat(old, added);
    }

    private NodeDifference compare(Optional<Node> was, Optional<Node> is) {
        if (was.isEmpty() || is.isEmpty()) {
            return new NodeDifference(was, is, false, false, false, List.of());
        }
        Node one = was.get();
        Node other = is.get();
        boolean countChanged =
                comparesMoreThanNodes() && one.info().numPorts() != other.info().numPorts();
        return new NodeDifference(
                was,
                is,
                checks.contains(DiffCheck.NODEDESC) && !described(one, other),
                checks.contains(DiffCheck.LID) && lidOfSwitch(one) != lidOfSwitch(other),
                countChanged,
                countChanged ? List.of() : ports(one, other));
    }

    private boolean comparesMoreThanNodes() {
        return Stream.of(DiffCheck.PORT, DiffCheck.LID, DiffCheck.NODEDESC, DiffCheck.RATE)
                .anyMatch(checks::contains);
    }

    private static boolean described(Node one, Node other) {
        return one.nodeDescription().equals(other.nodeDescription());
    }

    private static int lidOfSwitch(Node node) {
        return node.isSwitch() ? node.port(0).map(port -> port.lid().bits()).orElse(0) : 0;
    }

    private List<PortDifference> ports(Node one, Node other) {
        Set<Integer> numbers = new TreeSet<>();
        Stream.of(one, other)
                .flatMap(node -> node.ports().stream())
                .map(Port::number)
                .filter(number -> number != 0)
                .forEach(numbers::add);
        List<PortDifference> ports = new ArrayList<>();
        for (int number : numbers) {
            Optional<Port> was = one.port(number);
            Optional<Port> is = other.port(number);
            Set<Change> changes = changes(was, is);
            if (!changes.isEmpty()) {
                ports.add(new PortDifference(number, was, is, changes));
            }
        }
        return ports;
    }

    private Set<Change> changes(Optional<Port> was, Optional<Port> is) {
        Set<Change> changes = EnumSet.noneOf(Change.class);
        Optional<Port> oldPeer = was.flatMap(Port::peer);
        Optional<Port> newPeer = is.flatMap(Port::peer);
        if (checks.contains(DiffCheck.PORT)) {
            if (is.isEmpty() || (oldPeer.isPresent() && newPeer.isEmpty() && was.isPresent())) {
                changes.add(Change.GONE);
            } else if (was.isEmpty() || (oldPeer.isEmpty() && newPeer.isPresent())) {
                changes.add(Change.ADDED);
            } else if (!was.get().guid().equals(is.get().guid()) || isElsewhere(oldPeer, newPeer)) {
                changes.add(Change.MOVED);
            }
        }
        if (was.isEmpty() || is.isEmpty()) {
            return changes;
        }
        if (checks.contains(DiffCheck.LID) && !was.get().lid().equals(is.get().lid())) {
            changes.add(Change.LID);
        }
        if (oldPeer.isPresent() && newPeer.isPresent()) {
            ofLink(was.get(), is.get(), oldPeer.get(), newPeer.get(), changes);
        }
        return changes;
    }

    private static boolean isElsewhere(Optional<Port> one, Optional<Port> other) {
        return one.isPresent()
                && other.isPresent()
                && (!one.get().guid().equals(other.get().guid())
                        || one.get().number() != other.get().number());
    }

    private void ofLink(Port was, Port is, Port oldPeer, Port newPeer, Set<Change> changes) {
        boolean links = checks.contains(DiffCheck.PORT);
        if (links && checks.contains(DiffCheck.NODEDESC) && !described(oldPeer.node(), newPeer.node())) {
            changes.add(Change.PEER_DESCRIPTION);
        }
        if (links && checks.contains(DiffCheck.LID) && !oldPeer.lid().equals(newPeer.lid())) {
            changes.add(Change.PEER_LID);
        }
        if (checks.contains(DiffCheck.RATE) && (was.width() != is.width() || was.speed() != is.speed())) {
            changes.add(Change.RATE);
        }
    }

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

    /**
     * Differences of a port.
     *
     * @param number port number
     * @param before old state; empty for a new port
     * @param after new state; empty for a port that is gone
     * @param changes changes; never empty
     */
    public record PortDifference(int number, Optional<Port> before, Optional<Port> after, Set<Change> changes) {
        /** Kinds of changes. */
        public enum Change {
            /** The port or its link is gone. */
            GONE,
            /** The port or its link is new. */
            ADDED,
            /** The port has another GUID, or its link leads to another port. */
            MOVED,
            /** The LID changed. */
            LID,
            /** The LID of the port at the other end of the link changed. */
            PEER_LID,
            /** The description of the node at the other end of the link changed. */
            PEER_DESCRIPTION,
            /** Width or speed of the link changed. */
            RATE
        }

        /** Copies the changes. */
        public PortDifference {
            changes = Set.copyOf(changes);
        }
    }

    /** Aspects of a comparison, named as in {@code ibnetdiscover --diffcheck}. */
    public enum DiffCheck {
        /** Switches. */
        SW,
        /** Channel adapters. */
        CA,
        /** Routers. */
        ROUTER,
        /** Ports and the ends of their links. */
        PORT,
        /** LIDs. */
        LID,
        /** Descriptions of nodes. */
        NODEDESC,
        /** Widths and speeds of links, which the C program does not compare. */
        RATE;

        /** Nodes of all types, their ports and links. */
        public static final Set<DiffCheck> DEFAULTS = Collections.unmodifiableSet(EnumSet.of(SW, CA, ROUTER, PORT));

        /** All aspects. */
        public static final Set<DiffCheck> ALL = Collections.unmodifiableSet(EnumSet.allOf(DiffCheck.class));

        /**
         * Parses a list such as {@code sw,port,lid}, regardless of case.
         *
         * @throws IllegalArgumentException if a word is not an aspect
         */
        public static Set<DiffCheck> parse(String words) {
            Set<DiffCheck> checks = EnumSet.noneOf(DiffCheck.class);
            for (String word : words.split(",", -1)) {
                try {
                    checks.add(valueOf(word.toUpperCase(Locale.ROOT)));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "'" + word + "' cannot be compared; write sw, ca, router, port, lid, nodedesc or rate", e);
                }
            }
            return checks;
        }
    }
}
