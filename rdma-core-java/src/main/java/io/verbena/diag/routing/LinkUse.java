package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The destinations that are reached over a link, in both directions: channel adapters, or all nodes.
 *
 * @param near the port of a switch
 * @param far the remote port; null if there is none
 * @param outbound the nodes that the switch reaches through the port
 * @param inbound the nodes that the remote switch reaches through its port; empty if the remote node is not
 *     a switch
 */
public record LinkUse(End near, @Nullable End far, List<String> outbound, List<String> inbound) {

    /** A port of a node. */
    public record End(Guid guid, int port, String name) {}

    /**
     * Reads the tables of the switches at both ends.
     *
     * @param all whether to include switches and routers
     * @param tables reads the table of a switch
     * @throws RdmaException if the node is not a switch, does not have the port, or a table cannot be read
     */
    public static LinkUse of(
            Subnet subnet, Node node, int number, boolean all, NodeNameMap names, Function<Node, UnicastTable> tables) {
        if (!node.isSwitch()) {
            throw new RdmaException(node + " is not a switch; only switches have forwarding tables");
        }
        if (number < 1 || number > node.info().numPorts()) {
            throw new RdmaException(node + " has no external port " + number + "; its ports are 1 to "
                    + node.info().numPorts());
        }
        Port far = node.port(number).flatMap(Port::peer).orElse(null);
        return new LinkUse(
                new End(node.guid(), number, names.nameOf(node)),
                far == null ? null : new End(far.node().guid(), far.number(), names.nameOf(far.node())),
                nodes(subnet, tables.apply(node), number, all, names),
                far != null && far.node().isSwitch()
                        ? nodes(subnet, tables.apply(far.node()), far.number(), all, names)
                        : List.of());
    }

    private static List<String> nodes(Subnet subnet, UnicastTable table, int exit, boolean all, NodeNameMap names) {
        return table.entries().stream()
                .filter(entry -> entry.port() == exit && entry.lid() > 0)
                .flatMap(entry -> subnet.port(Lid.of(entry.lid())).stream())
                .filter(port -> all || port.node().type() == NodeType.CHANNEL_ADAPTER)
                .map(port -> names.nameOf(port.node()))
                .distinct()
                .toList();
    }
}
