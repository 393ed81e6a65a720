package io.verbena.shell.cli;

import io.verbena.device.Device;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.SessionState.KnownSubnet;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Completes the names of devices, of nodes of the embedded fabric, and of the nodes and ports of a known subnet.
 */
public final class KnownNames {
    /**
     * Returns values to offer for an option or a parameter of a command in a console, each with its description, which
     * may be empty.
     */
    public static Map<String, String> candidates(FabricHost host, ArgSpec argument) {
        Map<String, String> values = new LinkedHashMap<>();
        Optional<Subnet> known = host.state().known().map(KnownSubnet::subnet);
        switch (argument.paramLabel()) {
            case DEVICE -> devices(host).forEach(name -> values.put(name, ""));
            case NODE -> {
                nodes(host).forEach(name -> values.put(name, ""));
                known.ifPresent(subnet -> subnet.nodes()
                        .forEach(node -> values.putIfAbsent(node.description(), node.isSwitch() ? "switch" : "")));
            }
            case "ADDRESS" ->
                known.ifPresent(subnet -> {
                    lids(subnet, values);
                    guids(subnet, values);
                    subnet.nodes()
                            .forEach(node -> node.findPath()
                                    .ifPresent(path -> values.putIfAbsent(path.route(), node.description())));
                });
            case "LID", "STARTLID", "ENDLID" -> known.ifPresent(subnet -> lids(subnet, values));
            case "GUID" -> known.ifPresent(subnet -> guids(subnet, values));
            default -> {}
        }
        return values;
    }

    /** The label of options and parameters that expect a node. */
    public static final String NODE = "NODE";

    /** The label of options and parameters that expect a device. */
    public static final String DEVICE = "DEVICE";

    private KnownNames() {}

    private static void lids(Subnet subnet, Map<String, String> values) {
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                if (port.isEndPort() && port.lid().isUnicast()) {
                    values.putIfAbsent(String.valueOf(port.lid().bits()), name(node, port));
                }
            }
        }
    }

    private static void guids(Subnet subnet, Map<String, String> values) {
        for (Node node : subnet.nodes()) {
            node.ports().stream()
                    .filter(Port::isEndPort)
                    .forEach(port -> values.putIfAbsent(port.guid().toHex(), name(node, port)));
        }
    }

    private static String name(Node node, Port port) {
        return node.isSwitch() ? node.description() : node.description() + " port " + port.number();
    }

    /**
     * Returns the descriptions of the nodes of the embedded fabric, or their IDs where descriptions are not unique; empty if the fabric is not
     * embedded.
     */
    private static List<String> nodes(FabricHost host) {
        try {
            return host.embedded().map(fabric -> unique(fabric.nodes())).orElse(List.of());
        } catch (RdmaException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static List<String> unique(List<EmbeddedNode> nodes) {
        Map<String, Long> counts = nodes.stream()
                .map(EmbeddedNode::description)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return nodes.stream()
                .map(node -> counts.getOrDefault(node.description(), 0L) == 1 ? node.description() : node.id())
                .toList();
    }

    private static List<String> devices(FabricHost host) {
        try {
            return host.rdma().devices().stream().map(Device::name).toList();
        } catch (RdmaException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
