package io.verbena.diag.cabling;

import io.verbena.diag.cabling.CableList.Cable;
import io.verbena.iba.Guid;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The differences between a subnet and its reference.
 *
 * @param added links that are not in the reference
 * @param gone links of the reference that are missing
 * @param unexpected nodes that are not in the reference; empty if the reference contains no nodes
 * @param missing nodes of the reference that are missing
 */
public record CablingChanges(List<Link> added, List<Link> gone, List<Member> unexpected, List<Member> missing) {
    /** Copies the lists. */
    public CablingChanges {
        added = List.copyOf(added);
        gone = List.copyOf(gone);
        unexpected = List.copyOf(unexpected);
        missing = List.copyOf(missing);
    }

    /**
     * A node.
     *
     * @param guid the GUID of the node
     * @param name its name or description; its GUID if neither is known
     */
    public record Member(Guid guid, String name) {}

    /**
     * A link.
     *
     * @param node the first node
     * @param port the port number of the first node
     * @param peer the second node
     * @param peerPort the port number of the second node
     */
    public record Link(Member node, int port, Member peer, int peerPort) {}

    /**
     * Compares a subnet with a reference.
     *
     * @param expected the links of the reference
     * @param nodes the nodes of the reference; if empty, nodes are not compared
     * @param names the names of other nodes
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

    /** Returns whether there are no differences. */
    public boolean isEmpty() {
        return added.isEmpty() && gone.isEmpty() && unexpected.isEmpty() && missing.isEmpty();
    }
}
