package io.verbena.embedded.routing;

import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What the linear forwarding tables of the switches hold until they are set: the fewest hops over the links of the
 * topology, and of several ways that are equal the one that the LID selects.
 *
 * <p>Kept are only the distances to each switch that a packet was once sent to or through to its hosts; a fabric of 1,620
 * switches takes 2.6 MB when all are known.
 */
public final class MinimumHops implements LinearTable.Origin {
    private static final byte UNREACHABLE = Byte.MAX_VALUE;

    private final LidTable lids;
    private final int switches;
    private final byte[] @Nullable [] distances;

    public MinimumHops(List<Node> nodes, LidTable lids) {
        this.lids = lids;
        int count = 0;
        for (Node node : nodes) {
            if (node.forwards()) {
                node.switchIndex(count++);
            }
        }
        this.switches = count;
        this.distances = new byte[count][];
    }

    @Override
    public int port(Node from, int lid) {
        Port target = lids.port(lid);
        if (target == null) {
            return LinearTable.NOWHERE;
        }
        if (target.node() == from) {
            return target.number();
        }
        Port last = target.node().forwards() ? target : target.peer();
        if (last == null || !last.node().forwards()) {
            return LinearTable.NOWHERE;
        }
        return last.node() == from ? last.number() : nearer(from, distancesTo(last.node()), lid);
    }

    private static int nearer(Node from, byte[] distance, int lid) {
        int wanted = distance[from.switchIndex()] - 1;
        int ways = 0;
        for (int number = 1; number <= from.numPorts(); number++) {
            ways += leads(from, number, distance, wanted) ? 1 : 0;
        }
        int skip = ways == 0 ? 0 : lid % ways;
        for (int number = 1; number <= from.numPorts(); number++) {
            if (leads(from, number, distance, wanted) && skip-- == 0) {
                return number;
            }
        }
        return LinearTable.NOWHERE;
    }

    private static @Nullable Port peer(Node node, int number) {
        Port port = node.port(number);
        return port == null ? null : port.peer();
    }

    private static boolean leads(Node node, int number, byte[] distance, int wanted) {
        Port peer = peer(node, number);
        return peer != null && peer.node().forwards() && distance[peer.node().switchIndex()] == wanted;
    }

    private byte[] distancesTo(Node target) {
        byte[] known = distances[target.switchIndex()];
        if (known == null) {
            known = measure(target);
            distances[target.switchIndex()] = known;
        }
        return known;
    }

    private byte[] measure(Node target) {
        byte[] distance = new byte[switches];
        Arrays.fill(distance, UNREACHABLE);
        distance[target.switchIndex()] = 0;
        Queue<Node> queue = new ArrayDeque<>(List.of(target));
        for (Node node = queue.poll(); node != null; node = queue.poll()) {
            int next = distance[node.switchIndex()] + 1;
            for (int number = 1; number <= node.numPorts() && next < UNREACHABLE; number++) {
                Port peer = peer(node, number);
                if (peer != null && leads(node, number, distance, UNREACHABLE)) {
                    distance[peer.node().switchIndex()] = (byte) next;
                    queue.add(peer.node());
                }
            }
        }
        return distance;
    }
}
