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

    Set<Lid> groups() {
        return groups.keySet();
    }

    Map<Integer, BitSet> exits(Lid group) {
        return groups.getOrDefault(group, Map.of());
    }

    /** Returns whether the switches of a group have more links among them than a tree, or several trees, has. */
    boolean hasLoop(RoutingGraph graph, Lid group) {
        Map<Integer, BitSet> exits = exits(group);
        Map<Integer, Integer> parts = new HashMap<>();
        exits.keySet().forEach(at -> parts.put(at, at));
        for (Map.Entry<Integer, BitSet> entry : exits.entrySet()) {
            int at = entry.getKey();
            for (int port = entry.getValue().nextSetBit(1);
                    port >= 0;
                    port = entry.getValue().nextSetBit(port + 1)) {
                int peer = graph.peerOf(at, port);
                // A link counts once, from the switch with the lower number, or from the only one that uses it.
                if (parts.containsKey(peer) && (at < peer || !isExit(graph, exits, at, port))) {
                    int one = part(parts, at);
                    int other = part(parts, peer);
                    if (one == other) {
                        return true;
                    }
                    parts.put(one, other);
                }
            }
        }
        return false;
    }

    /** Returns whether the other end of a link between switches is an exit as well. */
    private static boolean isExit(RoutingGraph graph, Map<Integer, BitSet> exits, int at, int port) {
        return exits.getOrDefault(graph.peerOf(at, port), new BitSet()).get(graph.peerPortOf(at, port));
    }

    private static int part(Map<Integer, Integer> parts, int at) {
        int root = at;
        while (parts.getOrDefault(root, root) != root) {
            root = parts.getOrDefault(root, root);
        }
        return root;
    }
}
