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
 * The balance of the forwarding tables of switches: the number of LIDs of channel adapters and routers behind each
 * port.
 *
 * @param switches the switches in the order of their tables
 */
public record LftBalance(List<SwitchUse> switches) {

    /**
     * The balance of a switch.
     *
     * @param guid the GUID of the switch
     * @param name the name of the switch
     * @param ports the ports with several LIDs behind them, or with a link and no LID; a single LID belongs to a host
     *     at the port
     * @param balanced whether the numbers differ by at most one
     */
    public record SwitchUse(Guid guid, String name, List<PortUse> ports, boolean balanced) {}

    /** The number of LIDs behind a port. */
    public record PortUse(int port, int lids) {}

    /**
     * Computes the balance.
     *
     * @param subnet the subnet, with its links and LIDs
     * @param byNeighbour whether to compare only ports that lead to the same node
     */
    public static LftBalance of(Subnet subnet, Collection<UnicastTable> tables, boolean byNeighbour) {
        List<SwitchUse> switches = new ArrayList<>();
        for (UnicastTable table : tables) {
            subnet.node(table.node().guid()).ifPresent(node -> switches.add(use(subnet, node, table, byNeighbour)));
        }
        return new LftBalance(List.copyOf(switches));
    }

    /** Returns whether all switches are balanced. */
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
