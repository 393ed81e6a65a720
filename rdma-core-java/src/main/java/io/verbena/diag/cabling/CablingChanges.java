package io.verbena.diag.cabling;

import io.verbena.iba.Guid;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How a subnet differs from what it should be.
 *
 * @param added links that should not be there
 * @param gone links that should be there
 * @param unexpected nodes that should not be there; none if nothing is said of nodes
 * @param missing nodes that should be there
 */
public record CablingChanges(List<Link> added, List<Link> gone, List<Member> unexpected, List<Member> missing) {
    /** Makes the lists immutable. */
    public CablingChanges {
        added = List.copyOf(added);
        gone = List.copyOf(gone);
        unexpected = List.copyOf(unexpected);
        missing = List.copyOf(missing);
    }

    /**
     * A node.
     *
     * @param guid of the node
     * @param name what people call it, or it calls itself; its GUID where nobody says
     */
    public record Member(Guid guid, String name) {}

    /**
     * A link.
     *
     * @param node the one node
     * @param port the number of its port
     * @param peer the other node
     * @param peerPort the number of its port
     */
    public record Link(Member node, int port, Member peer, int peerPort) {}

    /**
     * Compares a subnet.
     *
     * @param expected the links that it should have
     * @param nodes those that it should have; whatever is there is right if there are none
     * @param names what other nodes are called
     */
    public static CablingChanges of(Subnet subnet, CableList expected, List<ExpectedNode> nodes, NodeNameMap names) {
        Map<Guid, String> called = new HashMap<>();
        subnet.nodes().forEach(node -> called.put(node.guid(), names.nameOf(node)));
        nodes.forEach(node -> called.put(node.guid(), node.text()));
        CableList there = CableList.of(subnet);
        Map<Guid, ExpectedNode> wanted = new HashMap<>();
        nodes.forEach(node -> wanted.put(node.guid(), node));
        return new CablingChanges(
                without(there, expected, called),
                without(expected, there, called),
                subnet.nodes().stream()
                        .filter(node -> !nodes.isEmpty() && !wanted.containsKey(node.guid()))
                        .map(node -> member(node.guid(), called))
                        .toList(),
                nodes.stream()
                        .filter(node -> subnet.node(node.guid()).isEmpty())
                        .map(node -> member(node.guid(), called))
                        .toList());
    }

    private static List<Link> without(CableList some, CableList others, Map<Guid, String> called) {
        SortedSet<Cable> rest = new TreeSet<>(some.cables());
        rest.removeAll(others.cables());
        return rest.stream()
                .map(cable -> new Link(
                        member(cable.one().node(), called),
                        cable.one().port(),
                        member(cable.other().node(), called),
                        cable.other().port()))
                .toList();
    }

    private static Member member(Guid guid, Map<Guid, String> called) {
        return new Member(guid, called.getOrDefault(guid, guid.toHex()));
    }

    /** Whether all is as it should be. */
    public boolean isEmpty() {
        return added.isEmpty() && gone.isEmpty() && unexpected.isEmpty() && missing.isEmpty();
    }
}
