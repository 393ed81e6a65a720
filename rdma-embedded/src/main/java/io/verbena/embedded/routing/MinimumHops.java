package io.verbena.embedded.routing;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the linear forwarding tables of a managed fabric: routes with the fewest hops, and of several such routes
 * the one that the LID selects.
 *
 * <p>Only the distances to switches that have been destinations, or lead to hosts that have been, are stored. A fabric
 * of 1,620 switches takes 2.6 MB if all distances are known.
 */
public final class MinimumHops {
    private static final byte UNREACHABLE = Byte.MAX_VALUE;

    private final LidTable lids;
    private final List<FabricNode> forwarding = new ArrayList<>();
    private final int switches;
    private final byte[] @Nullable [] distances;
    private volatile int @Nullable [][] neighbors;

    /** The ways that were computed last; a thread may see older ones. */
    private @Nullable Ways latest;

    public MinimumHops(List<FabricNode> nodes, LidTable lids) {
        this.lids = lids;
        for (FabricNode node : nodes) {
            if (node.forwards()) {
                node.switchIndex(forwarding.size());
                forwarding.add(node);
            }
        }
        this.switches = forwarding.size();
        this.distances = new byte[switches][];
    }

    /** Returns the port by which a switch forwards to a LID, or {@link LinearTable#NOWHERE}. */
    public int port(FabricNode from, int lid) {
        FabricPort target = lids.port(lid);
        if (target == null) {
            return LinearTable.NOWHERE;
        }
        if (target.node() == from) {
            return target.number();
        }
        FabricPort last = target.node().forwards() ? target : target.peer();
        if (last == null || !last.node().forwards()) {
            return LinearTable.NOWHERE;
        }
        return last.node() == from ? last.number() : nearer(from, distancesTo(last.node()), lid);
    }

    private int nearer(FabricNode from, byte[] distance, int lid) {
        Ways ways = latest;
        if (ways == null || ways.from != from || ways.distance != distance) {
            ways = ways(from, distance);
            latest = ways;
        }
        return ways.port(lid);
    }

    private Ways ways(FabricNode from, byte[] distance) {
        int wanted = distance[from.switchIndex()] - 1;
        int[] peers = neighbors()[from.switchIndex()];
        int[] ports = new int[peers.length];
        int count = 0;
        for (int number = 1; number < peers.length; number++) {
            if (peers[number] >= 0 && distance[peers[number]] == wanted) {
                ports[count++] = number;
            }
        }
        return new Ways(from, distance, Arrays.copyOf(ports, count), wanted % 2 == 0);
    }

    /** The ports of a switch that lead nearer to a switch. Consecutive LIDs often belong to hosts of one switch. Immutable. */
    private static final class Ways {
        private final FabricNode from;
        private final byte[] distance;
        private final int[] ports;
        private final boolean odd;

        Ways(FabricNode from, byte[] distance, int[] ports, boolean odd) {
            this.from = from;
            this.distance = distance;
            this.ports = ports;
            this.odd = odd;
        }

        int port(int lid) {
            // At odd distances, the next digit of the LID selects. In a fat tree of three levels, the middle switches
            // thus
            // distribute the LIDs that leaf switches have sent them by the first digit.
            int count = ports.length;
            return count == 0 ? LinearTable.NOWHERE : ports[(odd ? lid / count : lid) % count];
        }
    }

    private int[][] neighbors() {
        int[][] known = neighbors;
        if (known == null) {
            // Two threads may both compute it, with equal results.
            known = new int[switches][];
            for (FabricNode node : forwarding) {
                int[] peers = new int[node.numPorts() + 1];
                Arrays.fill(peers, -1);
                for (int number = 1; number <= node.numPorts(); number++) {
                    FabricPort port = node.port(number);
                    FabricPort peer = port == null ? null : port.peer();
                    peers[number] =
                            peer != null && peer.node().forwards() ? peer.node().switchIndex() : -1;
                }
                known[node.switchIndex()] = peers;
            }
            neighbors = known;
        }
        return known;
    }

    private byte[] distancesTo(FabricNode target) {
        byte[] known = distances[target.switchIndex()];
        if (known == null) {
            known = measure(target);
            distances[target.switchIndex()] = known;
        }
        return known;
    }

    private byte[] measure(FabricNode target) {
        int[][] peers = neighbors();
        byte[] distance = new byte[switches];
        Arrays.fill(distance, UNREACHABLE);
        distance[target.switchIndex()] = 0;
        int[] queue = new int[switches];
        queue[0] = target.switchIndex();
        int end = 1;
        for (int at = 0; at < end; at++) {
            int next = distance[queue[at]] + 1;
            for (int peer : peers[queue[at]]) {
                if (peer >= 0 && distance[peer] == UNREACHABLE && next < UNREACHABLE) {
                    distance[peer] = (byte) next;
                    queue[end++] = peer;
                }
            }
        }
        return distance;
    }
}
