package io.verbena.embedded;

import io.verbena.embedded.node.Port;
import io.verbena.iba.NodeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The ways that the forwarding tables of a fabric make, from each host to each LID of another. */
final class WaysOfPackets {
    private static final int MOST_HOPS = 64;

    private final List<EmbeddedNode> hosts;

    WaysOfPackets(EmbeddedFabric fabric) {
        this.hosts = fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
    }

    /** The ports that a packet leaves by, the first that of the host; empty if it does not arrive. */
    static List<Port> way(EmbeddedNode from, int lid) {
        List<Port> way = new ArrayList<>();
        Port out = from.port(1).port();
        while (way.size() < MOST_HOPS) {
            way.add(out);
            Port in = out.peer();
            if (in == null || !out.isActive() || !in.isActive()) {
                return List.of();
            }
            if (!in.node().forwards()) {
                return in.owns(lid) ? way : List.of();
            }
            Port next = in.node().port(in.node().linear().port(lid));
            if (next == null) {
                return List.of();
            }
            out = next;
        }
        return List.of();
    }

    /** How many switches are on the way from each host to each other; 0 where there is none. */
    Map<String, Integer> hops() {
        Map<String, Integer> hops = new HashMap<>();
        for (EmbeddedNode from : hosts) {
            for (EmbeddedNode to : hosts) {
                if (!from.equals(to)) {
                    int ports = way(from, to.port(1).lid()).size();
                    hops.put(from + " to " + to, Math.max(0, ports - 1));
                }
            }
        }
        return hops;
    }

    /** Whether packets that wait for room behind each other can do so in a circle. */
    boolean canDeadlock() {
        Map<Port, Set<Port>> waitsFor = new HashMap<>();
        for (EmbeddedNode from : hosts) {
            for (EmbeddedNode to : hosts) {
                List<Port> way = way(from, to.port(1).lid());
                for (int i = 1; i < way.size(); i++) {
                    waitsFor.computeIfAbsent(way.get(i - 1), first -> new LinkedHashSet<>())
                            .add(way.get(i));
                }
            }
        }
        Set<Port> done = new HashSet<>();
        return waitsFor.keySet().stream().anyMatch(port -> hasCircle(port, waitsFor, new HashSet<>(), done));
    }

    private static boolean hasCircle(Port at, Map<Port, Set<Port>> next, Set<Port> open, Set<Port> done) {
        if (done.contains(at)) {
            return false;
        }
        if (!open.add(at)) {
            return true;
        }
        for (Port each : next.getOrDefault(at, Set.of())) {
            if (hasCircle(each, next, open, done)) {
                return true;
            }
        }
        open.remove(at);
        done.add(at);
        return false;
    }
}
