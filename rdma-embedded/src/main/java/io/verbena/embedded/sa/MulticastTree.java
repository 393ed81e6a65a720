package io.verbena.embedded.sa;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The tree of a multicast group: from its first member the fewest hops to each other one. */
final class MulticastTree {
    // For each switch the port that leads towards the root.
    private final Map<SubnetNode, SubnetPort> towardsRoot = new HashMap<>();
    private final Map<SubnetNode, BitSet> ports = new LinkedHashMap<>();

    private MulticastTree() {}

    /** The ports to which each switch forwards. */
    static Map<SubnetNode, BitSet> of(Collection<MulticastGroup.Member> members) {
        MulticastTree tree = new MulticastTree();
        SubnetNode root = null;
        for (MulticastGroup.Member member : members) {
            SubnetNode first = switchOf(member.port());
            if (root == null && first != null) {
                root = first;
                tree.grow(root);
            }
            tree.add(member, root);
        }
        return tree.ports;
    }

    private static @Nullable SubnetPort entry(SubnetPort member) {
        return member.node().isSwitch() ? member : member.peer();
    }

    private static @Nullable SubnetNode switchOf(SubnetPort member) {
        SubnetPort entry = entry(member);
        return entry == null || !entry.node().isSwitch() ? null : entry.node();
    }

    private void grow(SubnetNode root) {
        Map<SubnetNode, Boolean> seen = new HashMap<>(Map.of(root, true));
        Queue<SubnetNode> queue = new ArrayDeque<>();
        for (SubnetNode node = root; node != null; node = queue.poll()) {
            for (int number = 1; number <= node.numPorts(); number++) {
                SubnetPort port = node.port(number);
                SubnetPort peer = port == null ? null : port.peer();
                if (peer != null && peer.node().isSwitch() && seen.put(peer.node(), true) == null) {
                    towardsRoot.put(peer.node(), peer);
                    queue.add(peer.node());
                }
            }
        }
    }

    private void add(MulticastGroup.Member member, @Nullable SubnetNode root) {
        SubnetPort entry = entry(member.port());
        if (entry == null || root == null || (entry.node() != root && !towardsRoot.containsKey(entry.node()))) {
            return;
        }
        if (member.receives()) {
            mark(entry);
        }
        SubnetPort up = towardsRoot.get(entry.node());
        while (up != null) {
            mark(up);
            SubnetPort down = up.peer();
            // Who only sends needs the way to the root, not the one back.
            if (down != null && member.receives()) {
                mark(down);
            }
            up = down == null ? null : towardsRoot.get(down.node());
        }
    }

    private void mark(SubnetPort port) {
        ports.computeIfAbsent(port.node(), first -> new BitSet()).set(port.number());
    }
}
