package io.verbena.diag.ibdm;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far channel adapters are apart, from the links alone.
 *
 * @param hops the number of pairs of channel adapters by the number of links between them
 * @param alternatives the number of pairs of a switch and an adapter by the number of ports that lead there over the
 *     fewest links
 */
public record HopHistograms(SortedMap<Integer, Long> hops, SortedMap<Integer, Long> alternatives) {
    /** Counts the links of a subnet. */
    public static HopHistograms of(Subnet subnet) {
        List<Node> switches = subnet.nodes(NodeType.SWITCH);
        Map<Node, Integer> numbers = new HashMap<>();
        switches.forEach(each -> numbers.put(each, numbers.size()));
        int[][] peers = new int[switches.size()][];
        int[] hosts = new int[switches.size()];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = switches.get(i).ports().stream()
                    .map(port -> port.peer().map(Port::node))
                    .flatMap(Optional::stream)
                    .filter(numbers::containsKey)
                    .mapToInt(numbers::get)
                    .toArray();
            hosts[i] = (int) switches.get(i).ports().stream()
                    .map(Port::peer)
                    .filter(peer -> peer.filter(port -> !port.node().isSwitch()).isPresent())
                    .count();
        }
        TreeMap<Integer, Long> hops = new TreeMap<>();
        TreeMap<Integer, Long> alternatives = new TreeMap<>();
        int[] distances = new int[peers.length];
        int[] queue = new int[peers.length];
        for (int to = 0; to < peers.length; to++) {
            if (hosts[to] > 0) {
                distances(peers, to, distances, queue);
                count(peers, hosts, to, distances, hops, alternatives);
            }
        }
        return new HopHistograms(hops, alternatives);
    }

    private static void distances(int[][] peers, int from, int[] distances, int[] queue) {
        Arrays.fill(distances, -1);
        distances[from] = 0;
        queue[0] = from;
        int end = 1;
        for (int next = 0; next < end; next++) {
            for (int peer : peers[queue[next]]) {
                if (distances[peer] < 0) {
                    distances[peer] = distances[queue[next]] + 1;
                    queue[end++] = peer;
                }
            }
        }
    }

    private static void count(
            int[][] peers,
            int[] hosts,
            int to,
            int[] distances,
            Map<Integer, Long> hops,
            Map<Integer, Long> alternatives) {
        for (int from = 0; from < peers.length; from++) {
            if (distances[from] < 0) {
                continue;
            }
            int near = distances[from] - 1;
            int ports = from == to
                    ? 1
                    : (int) Arrays.stream(peers[from])
                            .filter(peer -> distances[peer] == near)
                            .count();
            alternatives.merge(ports, (long) hosts[to], Long::sum);
            long pairs = (long) hosts[from] * (from == to ? hosts[to] - 1 : hosts[to]);
            if (pairs > 0) {
                hops.merge(distances[from] + 2, pairs, Long::sum);
            }
        }
    }
}
