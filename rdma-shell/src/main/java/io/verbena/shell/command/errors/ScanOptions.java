package io.verbena.shell.command.errors;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that restrict a scan to a part of the subnet. */
final class ScanOptions {
    @Option(
            names = {"-G", "--port-guid"},
            paramLabel = "GUID",
            description = "Examine only the node with this port GUID.")
    @Nullable String portGuid;

    @Option(names = "-S", paramLabel = "GUID", description = "Alias of -G.")
    @Nullable String switchGuid;

    @Option(
            names = {"-D", "--Direct"},
            paramLabel = "ROUTE",
            description = "Examine only the node at the end of a directed route, for example 0,1,4.")
    @Nullable String route;

    /** The part of a subnet that was scanned. */
    record Scan(Subnet subnet, List<Node> nodes) {}

    /**
     * Reads the subnet, or the neighborhood of the selected node.
     *
     * @param more the value of another option with a GUID; null if it was not given
     */
    Scan read(Session session, DiscoveryOptions discovery, boolean all, @Nullable String more) {
        List<String> guids = new ArrayList<>();
        for (String given : new @Nullable String[] {portGuid, switchGuid, more}) {
            if (given != null) {
                guids.add(given);
            }
        }
        if (guids.size() + (route == null ? 0 : 1) > 1) {
            throw new IllegalArgumentException("-G, -S and -D are mutually exclusive; a scan starts at one node");
        }
        int hops = discovery.hops().orElse(1);
        if (!guids.isEmpty()) {
            Guid guid = Guid.parse(guids.get(0));
            Subnet subnet = session.subnet(discovery.withoutHops());
            Port port = subnet.port(guid)
                    .or(() -> subnet.node(guid).flatMap(ScanOptions::somePort))
                    .orElseThrow(() -> new RdmaException("the subnet has no port with GUID " + guid.toHex()));
            return new Scan(subnet, around(port.node(), all ? hops : 0));
        }
        if (route != null) {
            DirectedPath path = DirectedPath.parse(route);
            if (discovery.loads()) {
                Subnet subnet = session.subnet(discovery.withoutHops());
                return new Scan(subnet, around(follow(subnet, path), all ? hops : 0));
            }
            Subnet subnet = session.subnet(discovery, path, Math.max(1, hops));
            return new Scan(subnet, around(subnet.origin().node(), all ? hops : 0));
        }
        Subnet subnet = session.subnet(discovery);
        return new Scan(subnet, List.copyOf(subnet.nodes()));
    }

    private static Optional<Port> somePort(Node node) {
        return node.ports().stream().findFirst();
    }

    private static List<Node> around(Node start, int hops) {
        Map<Node, Integer> reached = new LinkedHashMap<>(Map.of(start, 0));
        List<Node> nodes = new ArrayList<>(List.of(start));
        for (int i = 0; i < nodes.size(); i++) {
            int distance = Objects.requireNonNull(reached.get(nodes.get(i)));
            if (distance == hops) {
                break;
            }
            for (Port port : nodes.get(i).ports()) {
                port.peer()
                        .map(Port::node)
                        .filter(peer -> reached.putIfAbsent(peer, distance + 1) == null)
                        .ifPresent(nodes::add);
            }
        }
        return List.copyOf(nodes);
    }

    private static Node follow(Subnet subnet, DirectedPath path) {
        Node node = subnet.origin().node();
        String[] exits = path.route().split(",", -1);
        for (int i = 1; i < exits.length; i++) {
            node = node.port(Integer.parseInt(exits[i]))
                    .flatMap(Port::peer)
                    .map(Port::node)
                    .orElseThrow(() -> new RdmaException("the subnet has no route " + path.route()));
        }
        return node;
    }
}
