package io.verbena.sm.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The multicast groups of a subnet, their LIDs and their spanning trees. */
final class MulticastGroups {
    private static final int FIRST_LID = 0xc000;
    private static final int LIDS = 0x400;
    private static final int CREATED = 66;
    private static final int DELETED = 67;
    // The IPoIB broadcast group of the default partition (RFC 4391), as created by opensm.
    private static final Gid BROADCAST = new Gid(0xff12401bffff0000L, 0xffffffffL);
    private static final long BROADCAST_Q_KEY = 0x0b1b;
    private static final int FULL_DEFAULT = 0xffff;
    private static final int LIFE_TIME = 18;

    private final Subscriptions subscriptions;
    private final SaSubnet subnet;
    private final Map<Gid, MulticastGroup> groups = new LinkedHashMap<>();
    private final BitSet lids = new BitSet(LIDS);
    private final Map<Integer, Set<SaSubnet.Node>> trees = new HashMap<>();

    MulticastGroups(SaSubnet subnet, Subscriptions subscriptions) {
        this.subnet = subnet;
        this.subscriptions = subscriptions;
        begin();
    }

    private void begin() {
        McMemberRecord parameters = new McMemberRecord()
                .mgid(BROADCAST)
                .qKey(BROADCAST_Q_KEY)
                .mtuSelector(Comparison.EXACTLY)
                .mtu(Mtu.MTU_2048)
                .pKey(FULL_DEFAULT)
                .rateSelector(Comparison.EXACTLY)
                .rate(Rate.RATE_10)
                .packetLifeTimeSelector(Comparison.EXACTLY)
                .packetLifeTime(LIFE_TIME)
                .scope(2);
        create(parameters, true);
    }

    @Nullable MulticastGroup find(Gid mgid) {
        return groups.get(mgid);
    }

    Iterable<MulticastGroup> all() {
        return groups.values();
    }

    int highestLid() {
        return FIRST_LID + lids.length() - 1;
    }

    @Nullable MulticastGroup create(McMemberRecord parameters, boolean lasting) {
        int index = lids.nextClearBit(0);
        if (index == LIDS) {
            return null;
        }
        lids.set(index);
        MulticastGroup group = new MulticastGroup(parameters.mlid(Lid.of(FIRST_LID + index)), lasting);
        groups.put(group.gid(), group);
        if (!lasting) {
            subscriptions.report(CREATED, group.gid());
        }
        return group;
    }

    void changed(MulticastGroup group) {
        Map<SaSubnet.Node, BitSet> tree = group.isOver() ? Map.of() : MulticastTree.of(group.members.values());
        for (SaSubnet.Node node : trees.getOrDefault(group.lid(), Set.of())) {
            if (!tree.containsKey(node)) {
                node.forward(group.lid(), new BitSet());
            }
        }
        tree.forEach((node, ports) -> node.forward(group.lid(), ports));
        trees.put(group.lid(), tree.keySet());
        if (group.isOver()) {
            groups.remove(group.gid());
            lids.clear(group.lid() - FIRST_LID);
            trees.remove(group.lid());
            subscriptions.report(DELETED, group.gid());
        }
    }

    void subnetChanged() {
        List<MulticastGroup> known = new ArrayList<>(groups.values());
        for (MulticastGroup group : known) {
            group.members.keySet().removeIf(gid -> subnet.port(gid.guid()) == null);
            changed(group);
        }
    }

    void clear() {
        for (MulticastGroup group : groups.values()) {
            for (SaSubnet.Node node : trees.getOrDefault(group.lid(), Set.of())) {
                node.forward(group.lid(), new BitSet());
            }
        }
        groups.clear();
        trees.clear();
        lids.clear();
        begin();
    }

    private static final class MulticastTree {
        // The port of each switch that leads to the root.
        private final Map<SaSubnet.Node, SaSubnet.Port> towardsRoot = new HashMap<>();
        private final Map<SaSubnet.Node, BitSet> ports = new LinkedHashMap<>();

        private MulticastTree() {}

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
}
