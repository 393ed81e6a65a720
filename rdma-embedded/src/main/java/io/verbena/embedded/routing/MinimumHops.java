package io.verbena.embedded.routing;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
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
    private final int switches;
    private final byte[] @Nullable [] distances;

    public MinimumHops(List<FabricNode> nodes, LidTable lids) {
        this.lids = lids;
        int count = 0;
        for (FabricNode node : nodes) {
            if (node.forwards()) {
                node.switchIndex(count++);
            }
        }
        this.switches = count;
        this.distances = new byte[count][];
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

    private static int nearer(FabricNode from, byte[] distance, int lid) {
        int wanted = distance[from.switchIndex()] - 1;
        int ways = 0;
        for (int number = 1; number <= from.numPorts(); number++) {
            ways += leads(from, number, distance, wanted) ? 1 : 0;
        }
        // At odd distances, the next digit of the LID selects. In a fat tree of three levels, the middle switches thus
        // distribute the LIDs that leaf switches have sent them by the first digit.
        boolean odd = wanted % 2 == 0;
        int skip = ways == 0 ? 0 : (odd ? lid / ways : lid) % ways;
        for (int number = 1; number <= from.numPorts(); number++) {
            if (leads(from, number, distance, wanted) && skip-- == 0) {
                return number;
            }
        }
        return LinearTable.NOWHERE;
    }

    private static @Nullable FabricPort peer(FabricNode node, int number) {
        FabricPort port = node.port(number);
        return port == null ? null : port.peer();
    }

    private static boolean leads(FabricNode node, int number, byte[] distance, int wanted) {
        FabricPort peer = peer(node, number);
        return peer != null && peer.node().forwards() && distance[peer.node().switchIndex()] == wanted;
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
        byte[] distance = new byte[switches];
        Arrays.fill(distance, UNREACHABLE);
        distance[target.switchIndex()] = 0;
        Queue<FabricNode> queue = new ArrayDeque<>(List.of(target));
        for (FabricNode node = queue.poll(); node != null; node = queue.poll()) {
            int next = distance[node.switchIndex()] + 1;
            for (int number = 1; number <= node.numPorts() && next < UNREACHABLE; number++) {
                FabricPort peer = peer(node, number);
                if (peer != null && leads(node, number, distance, UNREACHABLE)) {
                    distance[peer.node().switchIndex()] = (byte) next;
                    queue.add(peer.node());
                }
            }
        }
        return distance;
    }
}
