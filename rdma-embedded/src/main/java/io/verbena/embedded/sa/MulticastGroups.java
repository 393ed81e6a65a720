package io.verbena.embedded.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All multicast groups, their LIDs, and the trees of them in the switches. */
final class MulticastGroups {
    private static final int FIRST_LID = 0xc000;
    private static final int LIDS = 0x400;
    private static final int CREATED = 66;
    private static final int DELETED = 67;
    // The broadcast group of IPoIB in the default partition (RFC 4391), as opensm makes it.
    private static final Gid BROADCAST = new Gid(0xff12401bffff0000L, 0xffffffffL);
    private static final long BROADCAST_Q_KEY = 0x0b1b;
    private static final int FULL_DEFAULT = 0xffff;
    private static final int LIFE_TIME = 18;

    private final Subscriptions subscriptions;
    private final Subnet subnet;
    private final Map<Gid, MulticastGroup> groups = new LinkedHashMap<>();
    private final BitSet lids = new BitSet(LIDS);
    private final Map<Integer, Set<SubnetNode>> trees = new HashMap<>();

    MulticastGroups(Subnet subnet, Subscriptions subscriptions) {
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

    /** The largest LID that a group has. */
    int highestLid() {
        return FIRST_LID + lids.length() - 1;
    }

    /** Makes a group, which gets a LID; null if there is none left. */
    @Nullable MulticastGroup create(McMemberRecord parameters, boolean lasting) {
        int index = lids.nextClearBit(0);
        if (index == LIDS) {
            return null;
        }
        lids.set(index);
        MulticastGroup group = new MulticastGroup(parameters.mlid(Lid.of(FIRST_LID + index)), lasting);
        groups.put(group.gid(), group);
        if (!lasting) {
            subscriptions.tell(CREATED, group.gid());
        }
        return group;
    }

    /** The members of a group are others, or the subnet is: its tree grows anew, or it is deleted. */
    void changed(MulticastGroup group) {
        Map<SubnetNode, BitSet> tree =
                group.isOver() ? Map.of() : MulticastTree.of(group.members().values());
        for (SubnetNode node : trees.getOrDefault(group.lid(), Set.of())) {
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
            subscriptions.tell(DELETED, group.gid());
        }
    }

    /** Members whose ports have gone are none any more. */
    void subnetChanged() {
        List<MulticastGroup> known = new ArrayList<>(groups.values());
        for (MulticastGroup group : known) {
            group.members().keySet().removeIf(gid -> subnet.port(gid.guid()) == null);
            changed(group);
        }
    }

    void clear() {
        for (MulticastGroup group : groups.values()) {
            for (SubnetNode node : trees.getOrDefault(group.lid(), Set.of())) {
                node.forward(group.lid(), new BitSet());
            }
        }
        groups.clear();
        trees.clear();
        lids.clear();
        begin();
    }
}
