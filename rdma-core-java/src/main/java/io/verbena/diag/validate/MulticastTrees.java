package io.verbena.diag.validate;

import io.verbena.iba.Lid;
import io.verbena.subnet.forwarding.MulticastTables;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The multicast forwarding of all switches by group: the exits of each switch by its number. Immutable. */
final class MulticastTrees {
    private final TreeMap<Lid, Map<Integer, BitSet>> groups = new TreeMap<>();

    private MulticastTrees() {}

    static MulticastTrees of(RoutingGraph graph, MulticastTables tables) {
        MulticastTrees trees = new MulticastTrees();
        for (int at = 0; at < graph.size(); at++) {
            for (Lid group : tables.groups(graph.node(at).guid())) {
                trees.groups
                        .computeIfAbsent(group, absent -> new HashMap<>())
                        .put(at, tables.exits(graph.node(at).guid(), group));
            }
        }
        return trees;
    }

    /** Returns the groups in ascending order. */
    Set<Lid> groups() {
        return groups.keySet();
    }

    /** Returns the exits of each switch of a group. */
    Map<Integer, BitSet> exits(Lid group) {
        return groups.getOrDefault(group, Map.of());
    }
}
