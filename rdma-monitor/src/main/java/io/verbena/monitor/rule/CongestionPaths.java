package io.verbena.monitor.rule;

import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import io.verbena.monitor.rule.CongestionRoot.Cause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows waiting ports to the roots of congestion. A port waits because the node behind it does not give it credits: an end
 * node is slow, or a switch cannot pass on what it has received because its own ports wait or are busy. Without forwarding
 * tables, each other waiting port of that switch may be next, except that a path that has gone down, towards the hosts, does
 * not go up again. A port that waits for several roots counts at the nearest one. Takes time linear in the number of ports.
 */
final class CongestionPaths {
    /** A switch whose hosts are fewer than those of another switch by this factor counts as one without hosts. */
    private static final int FEW_HOSTS = 4;

    private final Map<String, Integer> levels;
    private final List<WaitingPort> ports = new ArrayList<>();
    private final Map<String, Junction> junctions = new HashMap<>();
    private final Map<String, Root> switches = new HashMap<>();
    private final List<Root> roots = new ArrayList<>();
    private final Deque<WaitingPort> reached = new ArrayDeque<>();

    /** A port that waits, and where it sends to. */
    private static final class WaitingPort {
        private final PortPlace place;
        private final @Nullable PortPlace peer;
        private final double ratio;
        /** Positive if the link leads away from the hosts, negative if it leads towards them. */
        private final int rise;

        private final @Nullable Junction ahead;
        private @Nullable Root root;
        private boolean visited;

        WaitingPort(PortPlace place, @Nullable PortPlace peer, double ratio, int rise, @Nullable Junction ahead) {
            this.place = place;
            this.peer = peer;
            this.ratio = ratio;
            this.rise = rise;
            this.ahead = ahead;
        }

        /** Returns the port that waits most among those that this one may wait for; null if this port is at a root. */
        @Nullable WaitingPort next() {
            Junction junction = ahead;
            if (junction == null) {
                return null;
            }
            for (WaitingPort each : rise < 0 ? junction.leavingNotUp : junction.leaving) {
                if (!each.place.equals(peer)) {
                    return each;
                }
            }
            return null;
        }
    }

    /** The waiting ports of a switch, those that wait most first, and the ports that wait for the switch. */
    private static final class Junction {
        private final List<WaitingPort> leaving = new ArrayList<>();
        private final List<WaitingPort> leavingNotUp = new ArrayList<>();
        private final List<WaitingPort> arriving = new ArrayList<>();
        private final List<WaitingPort> arrivingDown = new ArrayList<>();
    }

    /** A root under construction. */
    private static final class Root {
        private final Cause cause;
        private final List<WaitingPort> ports = new ArrayList<>();
        private int members;

        Root(Cause cause) {
            this.cause = cause;
        }
    }

    private CongestionPaths(SweepView view, Map<PortPlace, Double> ratios) {
        this.levels = levels(view);
        ratios.entrySet().stream()
                .sorted(Map.Entry.<PortPlace, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> add(view, each.getKey(), each.getValue()));
    }

    /**
     * Returns the roots, the one whose port waits most first.
     *
     * @param ratios the ports that wait, with the part of the time that each one waits
     */
    static List<CongestionRoot> roots(SweepView view, Map<PortPlace, Double> ratios) {
        return new CongestionPaths(view, ratios).find();
    }

    /**
     * Returns the levels of the switches: 1 for those with hosts, and one more for each link away from them. A switch that
     * has few hosts compared with others, such as a spine with a host for management, counts as one without hosts.
     */
    private static Map<String, Integer> levels(SweepView view) {
        Map<String, Long> hosts = new HashMap<>();
        for (NodeEntry node : view.nodes().values()) {
            if (node.isSwitch()) {
                hosts.put(
                        node.guid(),
                        node.ports().stream()
                                .map(PortEntry::peer)
                                .filter(Objects::nonNull)
                                .filter(peer -> !isSwitch(view, peer))
                                .count());
            }
        }
        long most = hosts.values().stream().mapToLong(count -> count).max().orElse(0);
        Map<String, Integer> levels = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>();
        hosts.forEach((guid, count) -> {
            if (count > 0 && count * FEW_HOSTS >= most) {
                levels.put(guid, 1);
                queue.add(guid);
            }
        });
        while (!queue.isEmpty()) {
            String guid = queue.remove();
            int next = levels.getOrDefault(guid, 0) + 1;
            for (PortEntry port : Objects.requireNonNull(view.nodes().get(guid)).ports()) {
                PortPlace peer = port.peer();
                if (peer != null && isSwitch(view, peer) && levels.putIfAbsent(peer.node(), next) == null) {
                    queue.add(peer.node());
                }
            }
        }
        return levels;
    }

    private static boolean isSwitch(SweepView view, PortPlace place) {
        NodeEntry node = view.nodes().get(place.node());
        return node != null && node.isSwitch();
    }

    private void add(SweepView view, PortPlace place, double ratio) {
        PortEntry entry = view.ports().get(place);
        PortPlace peer = entry == null ? null : entry.peer();
        int rise = peer == null ? 0 : levels.getOrDefault(peer.node(), 0) - levels.getOrDefault(place.node(), 0);
        Junction ahead = peer != null && isSwitch(view, peer) ? junction(peer.node()) : null;
        WaitingPort port = new WaitingPort(place, peer, ratio, rise, ahead);
        ports.add(port);
        if (ahead != null) {
            (rise < 0 ? ahead.arrivingDown : ahead.arriving).add(port);
        }
        if (isSwitch(view, place)) {
            Junction at = junction(place.node());
            at.leaving.add(port);
            if (rise <= 0) {
                at.leavingNotUp.add(port);
            }
        }
    }

    private Junction junction(String node) {
        return junctions.computeIfAbsent(node, guid -> new Junction());
    }

    private List<CongestionRoot> find() {
        for (WaitingPort port : ports) {
            if (port.next() == null) {
                Root root = root(port);
                root.ports.add(port);
                reach(port, root);
            }
        }
        while (!reached.isEmpty()) {
            WaitingPort port = reached.remove();
            Junction at = junctions.get(port.place.node());
            if (at != null) {
                reach(at.arriving, port);
                if (port.rise <= 0) {
                    reach(at.arrivingDown, port);
                }
            }
        }
        ports.forEach(this::findCycle);
        return roots.stream()
                .map(root -> new CongestionRoot(
                        root.cause,
                        root.ports.stream().map(port -> port.place).toList(),
                        root.ports.stream()
                                .mapToDouble(port -> port.ratio)
                                .max()
                                .orElse(0),
                        root.members - root.ports.size()))
                .sorted(Comparator.comparingDouble(CongestionRoot::ratio).reversed())
                .toList();
    }

    private Root root(WaitingPort port) {
        PortPlace peer = port.peer;
        return peer == null || port.ahead == null
                ? newRoot(Cause.RECEIVER)
                : switches.computeIfAbsent(peer.node(), guid -> newRoot(Cause.LINK));
    }

    private Root newRoot(Cause cause) {
        Root root = new Root(cause);
        roots.add(root);
        return root;
    }

    private void reach(WaitingPort port, Root root) {
        port.root = root;
        root.members++;
        reached.add(port);
    }

    /** Reaches the ports that may wait for a port, and removes them, so that each one is visited about once. */
    private void reach(List<WaitingPort> arriving, WaitingPort port) {
        Root root = Objects.requireNonNull(port.root);
        for (WaitingPort each : arriving) {
            if (each.root == null && !port.place.equals(each.peer)) {
                reach(each, root);
            }
        }
        arriving.removeIf(each -> each.root != null);
    }

    /** Follows a port from which no root was reached. It ends in a cycle, because each of these ports waits for another one. */
    private void findCycle(WaitingPort start) {
        List<WaitingPort> walk = new ArrayList<>();
        WaitingPort port = start;
        while (port.root == null && !port.visited) {
            port.visited = true;
            walk.add(port);
            port = Objects.requireNonNull(port.next());
        }
        Root root = port.root;
        if (root == null) {
            root = newRoot(Cause.CYCLE);
            root.ports.addAll(walk.subList(walk.indexOf(port), walk.size()));
        }
        for (WaitingPort each : walk) {
            reach(each, root);
        }
    }
}
