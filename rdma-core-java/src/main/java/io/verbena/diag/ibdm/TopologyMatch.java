package io.verbena.diag.ibdm;

import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.FabricDesign.Pin;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetBuilder;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a subnet that correspond to the nodes of a design, and what differs. The match begins with nodes whose
 * names are equal, or with a given one, and follows the links from there. Immutable once it was created.
 */
public final class TopologyMatch {
    /** The first GUID of nodes that are missing; no company has this prefix. */
    private static final long FIRST_MISSING = 0xffff_ff00_0000_0001L;

    private final Map<DesignNode, Node> matched = new LinkedHashMap<>();
    private final Map<Node, DesignNode> designs = new HashMap<>();
    private final Set<Difference> differences = new LinkedHashSet<>();

    private TopologyMatch() {}

    /** The kinds of differences. */
    public enum Kind {
        /** A cable of the design leads to another port, or to another node. */
        WRONG_CABLE,
        /** A cable of the design is missing. */
        MISSING_CABLE,
        /** A cable is not in the design. */
        EXTRA_CABLE,
        /** A node of the design is missing. */
        MISSING_NODE,
        /** A node is not in the design. */
        EXTRA_NODE
    }

    /**
     * A difference.
     *
     * @param kind what differs
     * @param text a description with the names of the design
     */
    public record Difference(Kind kind, String text) {}

    /**
     * Matches a subnet with a design, beginning with nodes whose names are equal.
     *
     * @param design the fabric as it should be
     * @param subnet the fabric as it is
     */
    public static TopologyMatch byNames(FabricDesign design, Subnet subnet) {
        TopologyMatch match = new TopologyMatch();
        for (Node node : subnet.nodes()) {
            design.node(IbdmNames.node(node)).ifPresent(named -> match.add(named, node));
        }
        match.follow(design, subnet);
        return match;
    }

    /**
     * Matches a subnet with a design, beginning with one node.
     *
     * @param design the fabric as it should be
     * @param subnet the fabric as it is
     * @param from a node of the design
     * @param start the node of the subnet that corresponds to it
     */
    public static TopologyMatch from(FabricDesign design, Subnet subnet, DesignNode from, Node start) {
        TopologyMatch match = new TopologyMatch();
        match.add(from, start);
        match.follow(design, subnet);
        return match;
    }

    /** Returns the nodes of the subnet by the nodes of the design. */
    public Map<DesignNode, Node> matched() {
        return Collections.unmodifiableMap(matched);
    }

    /** Returns the node of the design that corresponds to a node of the subnet. */
    public Optional<DesignNode> design(Node node) {
        return Optional.ofNullable(designs.get(node));
    }

    /** Returns the differences. */
    public List<Difference> differences() {
        return List.copyOf(differences);
    }

    /**
     * Returns the design as a subnet, for a comparison of nodes and links. A node that was found has its GUID and
     * description there; a node that is missing is described by its name in the design, and has a GUID of its own.
     * Nodes without cables are left out.
     *
     * @param design the design of this match
     * @throws RdmaException if no node of the design has a cable
     */
    public Subnet reference(FabricDesign design) {
        SubnetBuilder subnet = new SubnetBuilder().inOrderOfArrival();
        Map<DesignNode, Guid> guids = new LinkedHashMap<>();
        for (DesignNode each : design.nodes()) {
            if (!isIsolated(each)) {
                @Nullable Node node = matched.get(each);
                Guid guid = node == null ? Guid.of(FIRST_MISSING + guids.size()) : node.guid();
                guids.put(each, guid);
                subnet.node(new NodeInfo()
                        .nodeType(each.type())
                        .numPorts(each.ports())
                        .nodeGuid(guid)
                        .portGuid(guid)
                        .localPortNum(each.type() == NodeType.SWITCH ? 0 : 1));
                subnet.description(
                        guid, new NodeDescription().nodeString(node == null ? each.name() : node.description()));
            }
        }
        guids.forEach((each, guid) -> {
            for (int number = 1; number <= each.ports(); number++) {
                Port port = subnet.port(guid, number);
                each.peer(number)
                        .ifPresent(peer ->
                                subnet.link(port, subnet.port(guids.getOrDefault(peer.node(), guid), peer.number())));
            }
        });
        Guid first = guids.values().stream()
                .findFirst()
                .orElseThrow(() -> new RdmaException("the design has no cables; expected systems with cables"));
        return subnet.build(subnet.node(first).orElseThrow().ports().iterator().next(), 0);
    }

    private void add(DesignNode design, Node node) {
        if (!matched.containsKey(design) && !designs.containsKey(node)) {
            matched.put(design, node);
            designs.put(node, design);
        }
    }

    private void follow(FabricDesign design, Subnet subnet) {
        Queue<DesignNode> open = new ArrayDeque<>(matched.keySet());
        while (!open.isEmpty()) {
            DesignNode at = open.remove();
            Node node = matched.get(at);
            for (int number = 1; node != null && number <= at.ports(); number++) {
                Optional<Pin> wanted = at.peer(number);
                Optional<Port> found = node.port(number).flatMap(Port::peer);
                if (wanted.isPresent() && found.isPresent() && couldBe(wanted.get(), found.get())) {
                    add(wanted.get().node(), found.get().node());
                    open.add(wanted.get().node());
                }
            }
        }
        matched.forEach(this::compare);
        for (DesignNode each : design.nodes()) {
            if (!matched.containsKey(each) && !isIsolated(each)) {
                differs(Kind.MISSING_NODE, "missing node " + each.name());
            }
        }
        for (Node each : subnet.nodes()) {
            if (!designs.containsKey(each)) {
                differs(Kind.EXTRA_NODE, "node " + IbdmNames.node(each) + " (" + each + ") is not in the topology");
            }
        }
    }

    private void differs(Kind kind, String text) {
        differences.add(new Difference(kind, text));
    }

    /** Returns whether a node has no cables, so that a subnet cannot contain it. */
    private static boolean isIsolated(DesignNode node) {
        return IntStream.rangeClosed(1, node.ports())
                .noneMatch(port -> node.peer(port).isPresent());
    }

    /** Returns whether two nodes that are not matched yet can correspond, because the same port of both is used. */
    private boolean couldBe(Pin wanted, Port found) {
        return wanted.number() == found.number()
                && !matched.containsKey(wanted.node())
                && !designs.containsKey(found.node())
                && wanted.node().ports() == found.node().info().numPorts()
                && (wanted.node().type() == NodeType.SWITCH) == found.node().isSwitch();
    }

    private void compare(DesignNode design, Node node) {
        for (int number = 1; number <= design.ports(); number++) {
            Pin here = new Pin(design, number);
            @Nullable Pin wanted = design.peer(number).orElse(null);
            @Nullable Port found = node.port(number).flatMap(Port::peer).orElse(null);
            if (wanted == null && found != null) {
                differs(Kind.EXTRA_CABLE, "cable " + pair(here.toString(), name(found)) + " is not in the topology");
            } else if (wanted != null && found == null) {
                differs(Kind.MISSING_CABLE, "missing cable " + pair(here.toString(), wanted.toString()));
            } else if (wanted != null && found != null && !isAt(wanted, found)) {
                String wrong = "wrong cable at " + here + ": it leads to " + name(found) + " instead of " + wanted;
                differs(Kind.WRONG_CABLE, wrong);
            }
        }
    }

    private boolean isAt(Pin wanted, Port found) {
        return wanted.number() == found.number() && matched.get(wanted.node()) == found.node();
    }

    private String name(Port port) {
        DesignNode design = designs.get(port.node());
        return design == null
                ? IbdmNames.node(port.node()) + "/P" + port.number()
                : new Pin(design, port.number()).toString();
    }

    /** Returns the names of both ends in an order that does not depend on the end from which they were seen. */
    private static String pair(String one, String other) {
        return one.compareTo(other) <= 0 ? one + " - " + other : other + " - " + one;
    }
}
