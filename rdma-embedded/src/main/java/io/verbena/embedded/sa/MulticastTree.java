package io.verbena.embedded.sa;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The spanning tree of a multicast group: the shortest paths from its first member to all others. */
final class MulticastTree {
    // The port of each switch that leads to the root.
    private final Map<SaSubnet.Node, SaSubnet.Port> towardsRoot = new HashMap<>();
    private final Map<SaSubnet.Node, BitSet> ports = new LinkedHashMap<>();

    private MulticastTree() {}

    /** Returns the ports to which each switch forwards. */
    static Map<SaSubnet.Node, BitSet> of(Collection<MulticastGroup.Member> members) {
        MulticastTree tree = new MulticastTree();
        SaSubnet.Node root = null;
        for (MulticastGroup.Member member : members) {
            SaSubnet.Node first = switchOf(member.port());
            if (root == null && first != null) {
                root = first;
                tree.grow(root);
            }
            tree.add(member, root);
        }
        return tree.ports;
    }

    private static SaSubnet.@Nullable Port entry(SaSubnet.Port member) {
        return member.node().isSwitch() ? member : member.peer();
    }

    private static SaSubnet.@Nullable Node switchOf(SaSubnet.Port member) {
        SaSubnet.Port entry = entry(member);
        return entry == null || !entry.node().isSwitch() ? null : entry.node();
    }

    private void grow(SaSubnet.Node root) {
        Map<SaSubnet.Node, Boolean> seen = new HashMap<>(Map.of(root, true));
        Queue<SaSubnet.Node> queue = new ArrayDeque<>();
        for (SaSubnet.Node node = root; node != null; node = queue.poll()) {
            for (int number = 1; number <= node.numPorts(); number++) {
                SaSubnet.Port port = node.port(number);
                SaSubnet.Port peer = port == null ? null : port.peer();
                if (peer != null && peer.node().isSwitch() && seen.put(peer.node(), true) == null) {
                    towardsRoot.put(peer.node(), peer);
                    queue.add(peer.node());
                }
            }
        }
    }

    private void add(MulticastGroup.Member member, SaSubnet.@Nullable Node root) {
        SaSubnet.Port entry = entry(member.port());
        if (entry == null || root == null || (entry.node() != root && !towardsRoot.containsKey(entry.node()))) {
            return;
        }
        if (member.receives()) {
            mark(entry);
        }
        SaSubnet.Port up = towardsRoot.get(entry.node());
        while (up != null) {
            mark(up);
            SaSubnet.Port down = up.peer();
            // A send-only member needs no path from the root.
            if (down != null && member.receives()) {
                mark(down);
            }
            up = down == null ? null : towardsRoot.get(down.node());
        }
    }

    private void mark(SaSubnet.Port port) {
        ports.computeIfAbsent(port.node(), first -> new BitSet()).set(port.number());
    }
}
