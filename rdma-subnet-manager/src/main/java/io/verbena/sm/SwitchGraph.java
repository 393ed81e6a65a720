package io.verbena.sm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The switches of a subnet by index, and the links between them. */
final class SwitchGraph {
    /** Greater than the length of any route. */
    static final int UNREACHABLE = Integer.MAX_VALUE / 2;

    private final List<ManagedNode> switches;
    private final Map<ManagedNode, Integer> numbers = new HashMap<>();
    private final int[][] ports;
    private final int[][] peers;
    private final int[][] peerPorts;
    private final boolean[] hosts;

    interface LinkFilter {
        boolean allows(int from, int to);
    }

    SwitchGraph(List<ManagedNode> switches) {
        this.switches = switches;
        this.hosts = new boolean[switches.size()];
        this.ports = new int[switches.size()][];
        this.peers = new int[switches.size()][];
        this.peerPorts = new int[switches.size()][];
        switches.forEach(node -> numbers.put(node, numbers.size()));
        for (int i = 0; i < switches.size(); i++) {
            read(i, switches.get(i));
        }
    }

    private void read(int index, ManagedNode node) {
        int[] port = new int[node.numPorts()];
        int[] peer = new int[node.numPorts()];
        int[] peerPort = new int[node.numPorts()];
        int count = 0;
        for (int number = 1; number <= node.numPorts(); number++) {
            ManagedPort here = node.port(number);
            ManagedPort there = here == null ? null : here.peer();
            if (there != null && there.node().isSwitch()) {
                port[count] = number;
                peer[count] = number(there.node());
                peerPort[count] = there.number();
                count++;
            } else if (there != null) {
                hosts[index] = true;
            }
        }
        ports[index] = Arrays.copyOf(port, count);
        peers[index] = Arrays.copyOf(peer, count);
        peerPorts[index] = Arrays.copyOf(peerPort, count);
    }

    int size() {
        return switches.size();
    }

    ManagedNode node(int number) {
        return switches.get(number);
    }

    boolean contains(ManagedNode node) {
        return numbers.containsKey(node);
    }

    int number(ManagedNode node) {
        Integer known = numbers.get(node);
        if (known == null) {
            throw new IllegalStateException(node + " is not a switch of this subnet");
        }
        return known;
    }

    /** Returns the ports of a switch that lead to other switches, in ascending order. The array must not be modified. */
    int[] ports(int from) {
        return ports[from];
    }

    /** Returns the switches behind {@link #ports}. The array must not be modified. */
    int[] peers(int from) {
        return peers[from];
    }

    /** Returns the ports at the other ends of {@link #ports}. The array must not be modified. */
    int[] peerPorts(int from) {
        return peerPorts[from];
    }

    boolean hasHosts(int number) {
        return hosts[number];
    }

    static @Nullable ManagedPort entry(ManagedPort target) {
        if (target.node().isSwitch()) {
            return target;
        }
        ManagedPort peer = target.peer();
        return peer != null && peer.node().isSwitch() ? peer : null;
    }

    int[] distances(int... targets) {
        return distances((from, to) -> true, targets);
    }

    int[] distances(LinkFilter filter, int... targets) {
        int[] distance = new int[size()];
        int[] queue = new int[size()];
        int end = 0;
        Arrays.fill(distance, UNREACHABLE);
        for (int target : targets) {
            distance[target] = 0;
            queue[end++] = target;
        }
        for (int begin = 0; begin < end; begin++) {
            int at = queue[begin];
            for (int from : peers[at]) {
                if (distance[from] == UNREACHABLE && filter.allows(from, at)) {
                    distance[from] = distance[at] + 1;
                    queue[end++] = from;
                }
            }
        }
        return distance;
    }
}
