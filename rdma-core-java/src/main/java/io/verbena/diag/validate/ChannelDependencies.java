package io.verbena.diag.validate;

import io.verbena.diag.validate.RoutingGraph.Destination;
import io.verbena.iba.Lid;
import io.verbena.subnet.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies between channels. A channel is a directed link between switches together with a virtual lane. One
 * channel depends on another if a packet can occupy the first and wait for the second. For one thread.
 *
 * <p>Channels are numbered by switch, exit and lane. The dependencies of a channel are a bit set over the exits and
 * lanes of the switch to which it leads, so the work is one step per destination and switch.
 */
final class ChannelDependencies {
    private static final int LANES = LaneTables.LEVELS;

    /** The bit of a lane set that marks a switch on a route. */
    private static final int SEEN = 1 << LANES;

    private final RoutingGraph graph;
    private final LaneTables.@Nullable Mappings[] lanes;
    private final int[] @Nullable [] lanesByLevel = new int[LANES][];
    private int[] hostLanes;
    private final int[] first;
    private final int[] owner;
    private final @Nullable BitSet[] next;
    private final int[] laneSets;
    private final int[] order;
    private final int[] walks;
    private final int[] sourceLevels;

    ChannelDependencies(RoutingGraph graph, @Nullable LaneTables lanes) {
        this.graph = graph;
        this.lanes = new LaneTables.Mappings[graph.size()];
        this.first = new int[graph.size() + 1];
        for (int at = 0; at < graph.size(); at++) {
            first[at + 1] = first[at] + graph.ports(at);
        }
        this.owner = new int[first[graph.size()]];
        for (int at = 0; at < graph.size(); at++) {
            Arrays.fill(owner, first[at], first[at + 1], at);
            this.lanes[at] = lanes == null ? null : lanes.of(graph.node(at));
        }
        this.hostLanes = new int[0];
        this.next = new BitSet[owner.length * LANES];
        this.laneSets = new int[graph.size()];
        this.order = new int[graph.size()];
        this.walks = new int[graph.size()];
        this.sourceLevels = new int[graph.size()];
    }

    /** Adds the dependencies of unicast packets with a service level, from all hosts to all LIDs. */
    void addUnicast(int level) {
        hostLanes = lanesOfHosts(level);
        for (int at = 0; at < graph.size(); at++) {
            sourceLevels[at] = graph.hostsAt(at) > 0 ? 1 << level : 0;
        }
        for (Destination destination : graph.destinations()) {
            for (int lid = destination.first(); lid < destination.first() + destination.count(); lid++) {
                addRoutes(destination, lid, level);
            }
        }
    }

    /** Adds the dependencies of unicast packets from all hosts to all LIDs, with the service level of each path. */
    void addUnicast(PathLevels levels) {
        for (Destination destination : graph.destinations()) {
            for (int lid = destination.first(); lid < destination.first() + destination.count(); lid++) {
                int used = setSourceLevels(levels, Lid.of(lid));
                for (int level = 0; level < LANES; level++) {
                    if ((used >> level & 1) != 0) {
                        hostLanes = lanesOfHosts(level);
                        addRoutes(destination, lid, level);
                    }
                }
            }
        }
    }

    /** Finds the service levels that hosts at each switch use to a LID, one bit each, and returns all of them. */
    private int setSourceLevels(PathLevels levels, Lid lid) {
        int all = 0;
        for (int at = 0; at < graph.size(); at++) {
            int set = 0;
            for (int in = 1; in < graph.ports(at); in++) {
                Port end = graph.endOf(at, in);
                if (end != null) {
                    set |= 1 << levels.level(end.node().guid(), lid);
                }
            }
            sourceLevels[at] = set;
            all |= set;
        }
        return all;
    }

    private int[] lanesOfHosts(int level) {
        int[] known = lanesByLevel[level];
        if (known == null) {
            known = new int[owner.length];
            for (int link = 0; link < owner.length; link++) {
                known[link] = lanesOfHosts(owner[link], link - first[owner[link]], level);
            }
            lanesByLevel[level] = known;
        }
        return known;
    }

    private void addRoutes(Destination destination, int lid, int level) {
        Arrays.fill(laneSets, 0);
        int count = 0;
        for (int from = 0; from < laneSets.length; from++) {
            int at = (sourceLevels[from] >> level & 1) != 0 ? from : RoutingGraph.NONE;
            // Each switch has one exit for the LID, so a route ends where another one was seen.
            while (at != RoutingGraph.NONE && laneSets[at] == 0) {
                laneSets[at] = SEEN;
                walks[at] = from;
                order[count++] = at;
                int exit = graph.exit(at, lid);
                at = graph.delivers(at, exit, destination, lid) ? RoutingGraph.NONE : graph.peerOf(at, exit);
                if (at != RoutingGraph.NONE && laneSets[at] != 0 && walks[at] == from) {
                    // Packets that circulate are a fault of routing; see RoutingValidation.
                    return;
                }
            }
        }
        for (int i = 0; i < count; i++) {
            addLanes(order[i], lid, level);
        }
        for (int i = 0; i < count; i++) {
            addDependency(order[i], lid, level);
        }
    }

    /** Adds the lanes on which hosts at a switch, and packets from this switch at the next one, leave. */
    private void addLanes(int at, int lid, int level) {
        int exit = graph.exit(at, lid);
        int peer = graph.peerOf(at, exit);
        if (peer == RoutingGraph.NONE) {
            return;
        }
        laneSets[at] |= (sourceLevels[at] >> level & 1) != 0 ? hostLanes[first[at] + exit] : 0;
        int after = graph.exit(peer, lid);
        if (graph.peerOf(peer, after) != RoutingGraph.NONE && laneSets[peer] != 0) {
            laneSets[peer] |= 1 << lane(peer, graph.peerPortOf(at, exit), after, level);
        }
    }

    /** Returns the virtual lanes on which packets of hosts at a switch leave, one bit each. */
    private int lanesOfHosts(int at, int exit, int level) {
        int set = 0;
        for (int in = 1; in < graph.ports(at) && graph.peerOf(at, exit) != RoutingGraph.NONE; in++) {
            set |= graph.endOf(at, in) == null ? 0 : 1 << lane(at, in, exit, level);
        }
        return set;
    }

    private void addDependency(int at, int lid, int level) {
        int exit = graph.exit(at, lid);
        int peer = graph.peerOf(at, exit);
        if (peer == RoutingGraph.NONE) {
            return;
        }
        int after = graph.exit(peer, lid);
        if (graph.peerOf(peer, after) == RoutingGraph.NONE) {
            return;
        }
        int wanted = lane(peer, graph.peerPortOf(at, exit), after, level);
        for (int held = 0; held < LANES; held++) {
            if ((laneSets[at] >> held & 1) != 0) {
                add(at, exit, held, after, wanted);
            }
        }
    }

    /** Adds the dependencies of a multicast tree, from each entry of a switch to each other exit. */
    void addTree(Map<Integer, BitSet> tree, int level) {
        tree.forEach((at, exits) -> exits.stream()
                .filter(exit -> graph.peerOf(at, exit) != RoutingGraph.NONE)
                .forEach(exit -> addBranch(tree, at, exit, level)));
    }

    private void addBranch(Map<Integer, BitSet> tree, int at, int exit, int level) {
        int peer = graph.peerOf(at, exit);
        int in = graph.peerPortOf(at, exit);
        BitSet held = new BitSet(LANES);
        tree.getOrDefault(at, new BitSet()).stream()
                .filter(entry -> entry != exit && entry != 0)
                .forEach(entry -> held.set(lane(at, entry, exit, level)));
        tree.getOrDefault(peer, new BitSet()).stream()
                .filter(after -> after != in && graph.peerOf(peer, after) != RoutingGraph.NONE)
                .forEach(after ->
                        held.stream().forEach(lane -> add(at, exit, lane, after, lane(peer, in, after, level))));
    }

    /** Returns the virtual lane of packets; 0 if the mapping was not read. */
    private int lane(int at, int in, int out, int level) {
        LaneTables.Mappings known = lanes[at];
        return known == null ? 0 : known.lane(in, out, level);
    }

    private void add(int at, int exit, int held, int after, int wanted) {
        int channel = (first[at] + exit) * LANES + held;
        BitSet known = next[channel];
        if (known == null) {
            known = new BitSet(graph.ports(graph.peerOf(at, exit)) * LANES);
            next[channel] = known;
        }
        known.set(after * LANES + wanted);
    }

    /** Returns the number of channels that depend on others. */
    int channels() {
        return (int) Arrays.stream(next).filter(set -> set != null).count();
    }

    long count() {
        return Arrays.stream(next)
                .mapToLong(set -> set == null ? 0 : set.cardinality())
                .sum();
    }

    /** Returns a short cycle from each group of channels that depend on one another, as the exits of its links. */
    List<List<Port>> cycles() {
        List<List<Port>> cycles = new ArrayList<>();
        for (BitSet component : new Components().find()) {
            cycles.add(shortest(component).stream()
                    .map(channel -> channel / LANES)
                    .map(link -> graph.port(owner[link], link - first[owner[link]]))
                    .toList());
        }
        return cycles;
    }

    private int[] after(int channel) {
        BitSet known = next[channel];
        if (known == null) {
            return new int[0];
        }
        int link = channel / LANES;
        int peer = graph.peerOf(owner[link], link - first[owner[link]]);
        return known.stream().map(bit -> first[peer] * LANES + bit).toArray();
    }

    /** Returns a shortest cycle through the first channel of a component. */
    private List<Integer> shortest(BitSet component) {
        int start = component.nextSetBit(0);
        Map<Integer, Integer> before = new HashMap<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(start));
        while (!before.containsKey(start)) {
            int at = queue.remove();
            for (int after : after(at)) {
                if (component.get(after) && before.putIfAbsent(after, at) == null) {
                    queue.add(after);
                }
            }
        }
        ArrayDeque<Integer> cycle = new ArrayDeque<>();
        int at = start;
        do {
            at = before.getOrDefault(at, start);
            cycle.addFirst(at);
        } while (at != start);
        return List.copyOf(cycle);
    }

    /** Finds strongly connected components by Tarjan's algorithm, without recursion. */
    private final class Components {
        private final int[] index = new int[next.length];
        private final int[] low = new int[next.length];
        private final BitSet open = new BitSet();
        private final ArrayDeque<Integer> stack = new ArrayDeque<>();
        private final ArrayDeque<Frame> frames = new ArrayDeque<>();
        private final List<BitSet> found = new ArrayList<>();
        private int counter;

        private static final class Frame {
            final int channel;
            final int[] after;
            int position;

            Frame(int channel, int[] after) {
                this.channel = channel;
                this.after = after;
            }
        }

        List<BitSet> find() {
            for (int channel = 0; channel < next.length; channel++) {
                if (next[channel] != null && index[channel] == 0) {
                    visit(channel);
                }
            }
            return found;
        }

        private void visit(int start) {
            push(start);
            while (!frames.isEmpty()) {
                Frame frame = frames.element();
                if (frame.position == frame.after.length) {
                    frames.remove();
                    close(frame.channel);
                    if (!frames.isEmpty()) {
                        int parent = frames.element().channel;
                        low[parent] = Math.min(low[parent], low[frame.channel]);
                    }
                } else {
                    int after = frame.after[frame.position++];
                    if (index[after] == 0) {
                        push(after);
                    } else if (open.get(after)) {
                        low[frame.channel] = Math.min(low[frame.channel], index[after]);
                    }
                }
            }
        }

        private void push(int channel) {
            index[channel] = ++counter;
            low[channel] = counter;
            open.set(channel);
            stack.push(channel);
            frames.push(new Frame(channel, after(channel)));
        }

        private void close(int channel) {
            if (low[channel] != index[channel]) {
                return;
            }
            if (stack.element() == channel) {
                // Most channels are alone, and a bit set of each would take as much memory as one of all channels.
                open.clear(stack.pop());
                return;
            }
            BitSet component = new BitSet();
            int member;
            do {
                member = stack.pop();
                open.clear(member);
                component.set(member);
            } while (member != channel);
            found.add(component);
        }
    }
}
