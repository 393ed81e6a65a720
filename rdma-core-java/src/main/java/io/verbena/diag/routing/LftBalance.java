package io.verbena.diag.routing;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How evenly the forwarding tables use the links of each switch: to how many LIDs of channel adapters and routers each of its
 * ports leads.
 *
 * @param switches in the order of their tables
 */
public record LftBalance(List<SwitchUse> switches) {

    /**
     * A switch.
     *
     * @param ports those that lead to several LIDs, or have a link and lead to none; one LID is that of a host at the port
     * @param balanced whether they differ by one at most
     */
    public record SwitchUse(Guid guid, String name, List<PortUse> ports, boolean balanced) {}

    /** To how many LIDs a port leads. */
    public record PortUse(int port, int lids) {}

    /**
     * Counts.
     *
     * @param subnet tells which ports have links, and who has a LID
     * @param byNeighbour whether ports are compared only with others that lead to the same node
     */
    public static LftBalance of(Subnet subnet, Collection<UnicastTable> tables, boolean byNeighbour) {
        List<SwitchUse> switches = new ArrayList<>();
        for (UnicastTable table : tables) {
            subnet.node(table.node().guid()).ifPresent(node -> switches.add(use(subnet, node, table, byNeighbour)));
        }
        return new LftBalance(List.copyOf(switches));
    }

    /** Whether every switch is balanced. */
    public boolean isBalanced() {
        return switches.stream().allMatch(SwitchUse::balanced);
    }

    private static SwitchUse use(Subnet subnet, Node node, UnicastTable table, boolean byNeighbour) {
        Map<Integer, Integer> lids = new TreeMap<>();
        node.ports().stream()
                .filter(port -> port.number() > 0 && port.peer().isPresent())
                .forEach(port -> lids.put(port.number(), 0));
        table.entries().stream()
                .filter(entry -> entry.lid() > 0 && entry.port() > 0 && isEnd(subnet, Lid.of(entry.lid())))
                .forEach(entry -> lids.merge(entry.port(), 1, Integer::sum));
        List<PortUse> ports = lids.entrySet().stream()
                .filter(entry -> entry.getValue() != 1)
                .map(entry -> new PortUse(entry.getKey(), entry.getValue()))
                .toList();
        return new SwitchUse(
                table.node().guid(),
                table.node().name(),
                ports,
                byNeighbour
                        ? ports.stream()
                                .collect(Collectors.groupingBy(port -> neighbour(node, port.port())))
                                .values()
                                .stream()
                                .allMatch(LftBalance::isEven)
                        : isEven(ports));
    }

    private static boolean isEnd(Subnet subnet, Lid lid) {
        return subnet.port(lid)
                .map(port -> port.node().type() != NodeType.SWITCH)
                .orElse(false);
    }

    private static Guid neighbour(Node node, int port) {
        return node.port(port)
                .flatMap(Port::peer)
                .map(peer -> peer.node().guid())
                .orElse(Guid.ZERO);
    }

    private static boolean isEven(List<PortUse> ports) {
        var statistics = ports.stream().mapToInt(PortUse::lids).summaryStatistics();
        return ports.isEmpty() || statistics.getMax() - statistics.getMin() <= 1;
    }
}
