package io.verbena.embedded;

import io.verbena.embedded.cm.IpAddresses;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The IP addresses of the ports of hosts: the same ones for the same topology. They are worked out when first asked for. */
final class HostAddresses {
    private final List<Node> nodes;
    private @Nullable Tables tables;

    private record Tables(Map<Port, InetAddress> addresses, Map<InetAddress, Port> ports) {}

    HostAddresses(List<Node> nodes) {
        this.nodes = nodes;
    }

    private synchronized Tables tables() {
        Tables known = tables;
        if (known == null) {
            Tables made = new Tables(new HashMap<>(), new HashMap<>());
            nodes.stream()
                    .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                    .flatMap(Node::ports)
                    .forEach(port -> add(made, port));
            tables = made;
            known = made;
        }
        return known;
    }

    private static void add(Tables tables, Port port) {
        InetAddress address = IpAddresses.ipv4(tables.addresses.size() + 1);
        tables.addresses.put(port, address);
        tables.ports.put(address, port);
        // Two GUIDs that differ in the universal bit alone would have one address; then the first port has it.
        tables.ports.putIfAbsent(IpAddresses.linkLocal(port.guid()), port);
    }

    /** The IPv4 address of a port of a host. */
    InetAddress ipv4(Port port) {
        return Objects.requireNonNull(tables().addresses.get(port));
    }

    /** The port with an address; null if there is none. */
    @Nullable Port port(InetAddress address) {
        return tables().ports.get(address);
    }
}
