package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.NodeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntBiFunction;

/** The paths that the forwarding tables of a fabric define, from each host to each LID of another. */
final class WaysOfPackets {
    private static final int MAX_HOPS = 64;

    private final List<EmbeddedNode> hosts;

    private record Channel(FabricPort port, int lane) {}

    WaysOfPackets(EmbeddedFabric fabric) {
        this.hosts = fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
    }

    /** Returns the output ports of a path, starting with that of the host; empty if the packet does not arrive. */
    static List<FabricPort> way(EmbeddedNode from, int lid) {
        List<FabricPort> way = new ArrayList<>();
        FabricPort out = from.port(1).port;
        while (way.size() < MAX_HOPS) {
            way.add(out);
            FabricPort in = out.peer();
            if (in == null || !out.isActive() || !in.isActive()) {
                return List.of();
            }
            if (!in.node().forwards()) {
                return in.owns(lid) ? way : List.of();
            }
            FabricPort next = in.node().port(in.node().linear().port(lid));
            if (next == null) {
                return List.of();
            }
            out = next;
        }
        return List.of();
    }

    /** Returns the number of switches on the path between any two hosts; 0 without a path. */
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

    /** Returns whether packets that wait for each other's buffers can form a cycle, if all use one virtual lane. */
    boolean canDeadlock() {
        return canDeadlock((from, to) -> 0);
    }

    /**
     * Returns whether packets that wait for each other's buffers can form a cycle.
     *
     * @param lanes the virtual lane of the packets from one host to another
     */
    boolean canDeadlock(ToIntBiFunction<EmbeddedNode, EmbeddedNode> lanes) {
        Map<Channel, Set<Channel>> waitsFor = new HashMap<>();
        for (EmbeddedNode from : hosts) {
            for (EmbeddedNode to : hosts) {
                List<FabricPort> way = way(from, to.port(1).lid());
                int lane = way.isEmpty() ? 0 : lanes.applyAsInt(from, to);
                for (int i = 1; i < way.size(); i++) {
                    waitsFor.computeIfAbsent(new Channel(way.get(i - 1), lane), first -> new LinkedHashSet<>())
                            .add(new Channel(way.get(i), lane));
                }
            }
        }
        Set<Channel> done = new HashSet<>();
        return waitsFor.keySet().stream().anyMatch(port -> hasCircle(port, waitsFor, new HashSet<>(), done));
    }

    private static boolean hasCircle(
            Channel at, Map<Channel, Set<Channel>> next, Set<Channel> open, Set<Channel> done) {
        if (done.contains(at)) {
            return false;
        }
        if (!open.add(at)) {
            return true;
        }
        for (Channel each : next.getOrDefault(at, Set.of())) {
            if (hasCircle(each, next, open, done)) {
                return true;
            }
        }
        open.remove(at);
        done.add(at);
        return false;
    }
}
