package io.verbena.embedded;

import io.verbena.embedded.cm.IpAddresses;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The IP addresses of the ports of hosts, which depend on the topology only. The tables are created when they are first
 * used.
 */
final class HostAddresses {
    private final List<FabricNode> nodes;
    private @Nullable Tables tables;

    private record Tables(Map<FabricPort, InetAddress> addresses, Map<InetAddress, FabricPort> ports) {}

    HostAddresses(List<FabricNode> nodes) {
        this.nodes = nodes;
    }

    private synchronized Tables tables() {
        Tables known = tables;
        if (known == null) {
            Tables made = new Tables(new HashMap<>(), new HashMap<>());
            nodes.stream()
                    .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                    .flatMap(FabricNode::ports)
                    .forEach(port -> add(made, port));
            tables = made;
            known = made;
        }
        return known;
    }

    private static void add(Tables tables, FabricPort port) {
        InetAddress address = IpAddresses.ipv4(tables.addresses.size() + 1);
        tables.addresses.put(port, address);
        tables.ports.put(address, port);
        // Two GUIDs that differ only in the universal bit result in the same address, which then belongs to the first
        // port.
        tables.ports.putIfAbsent(IpAddresses.linkLocal(port.guid()), port);
    }

    /** Returns the IPv4 address of a port of a host. */
    InetAddress ipv4(FabricPort port) {
        return Objects.requireNonNull(tables().addresses.get(port));
    }

    /** Returns the port with an address; null if there is none. */
    @Nullable FabricPort port(InetAddress address) {
        return tables().ports.get(address);
    }
}
