package io.verbena.embedded;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The linear forwarding tables of all switches: the fewest hops, and of several ways that are equal the one that the LID
 * selects. As the tables of real switches they stay what they are when a link goes down.
 *
 * <p>Kept are only the distances to each switch that a packet was once sent to or through to its hosts; a fabric of 1,620
 * switches takes 2.6 MB when all are known.
 */
final class ForwardingTables {
    private static final byte UNREACHABLE = Byte.MAX_VALUE;

    private final LidTable lids;
    private final int switches;
    private final AtomicReferenceArray<byte[]> distances;

    ForwardingTables(List<EmbeddedNode> nodes, LidTable lids) {
        this.lids = lids;
        int count = 0;
        for (EmbeddedNode node : nodes) {
            if (node.forwards()) {
                node.switchIndex(count++);
            }
        }
        this.switches = count;
        this.distances = new AtomicReferenceArray<>(count);
    }

    /** The port by which a switch forwards to a LID: 0 if it is its own; null if there is no way. */
    @Nullable EmbeddedPort out(EmbeddedNode from, int lid) {
        EmbeddedPort target = lids.port(lid);
        if (target == null) {
            return null;
        }
        if (target.node() == from) {
            return target;
        }
        EmbeddedPort last = target.node().forwards() ? target : target.peer();
        if (last == null || !last.node().forwards()) {
            return null;
        }
        return last.node() == from ? last : nearer(from, distancesTo(last.node()), lid);
    }

    private static @Nullable EmbeddedPort nearer(EmbeddedNode from, byte[] distance, int lid) {
        int wanted = distance[from.switchIndex()] - 1;
        int ways = 0;
        for (int number = 1; number <= from.numPorts(); number++) {
            ways += leads(from.port(number), distance, wanted) ? 1 : 0;
        }
        int skip = ways == 0 ? 0 : lid % ways;
        for (int number = 1; number <= from.numPorts(); number++) {
            if (leads(from.port(number), distance, wanted) && skip-- == 0) {
                return from.port(number);
            }
        }
        return null;
    }

    private static boolean leads(EmbeddedPort port, byte[] distance, int wanted) {
        EmbeddedPort peer = port.peer();
        return peer != null && peer.node().forwards() && distance[peer.node().switchIndex()] == wanted;
    }

    private byte[] distancesTo(EmbeddedNode target) {
        byte[] known = distances.get(target.switchIndex());
        if (known == null) {
            known = measure(target);
            distances.set(target.switchIndex(), known);
        }
        return known;
    }

    private byte[] measure(EmbeddedNode target) {
        byte[] distance = new byte[switches];
        Arrays.fill(distance, UNREACHABLE);
        distance[target.switchIndex()] = 0;
        Queue<EmbeddedNode> queue = new ArrayDeque<>(List.of(target));
        for (EmbeddedNode node = queue.poll(); node != null; node = queue.poll()) {
            int next = distance[node.switchIndex()] + 1;
            for (int number = 1; number <= node.numPorts() && next < UNREACHABLE; number++) {
                EmbeddedPort peer = node.port(number).peer();
                if (peer != null && leads(node.port(number), distance, UNREACHABLE)) {
                    distance[peer.node().switchIndex()] = (byte) next;
                    queue.add(peer.node());
                }
            }
        }
        return distance;
    }
}
