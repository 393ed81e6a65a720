package io.verbena.shell.cli;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import picocli.CommandLine.Model.ArgSpec;

/** Completes the nodes and ports of a known subnet, each with a description. */
public final class KnownNames {
    private KnownNames() {}

    /**
     * Returns the values that an option or a parameter accepts according to its label, each with its description; empty
     * if it expects neither a node nor a port.
     */
    public static Map<String, String> of(Subnet subnet, ArgSpec argument) {
        Map<String, String> values = new LinkedHashMap<>();
        switch (argument.paramLabel()) {
            case "ADDRESS" -> {
                lids(subnet, values::putIfAbsent);
                guids(subnet, values::putIfAbsent);
                routes(subnet, values::putIfAbsent);
            }
            case "LID", "STARTLID", "ENDLID" -> lids(subnet, values::putIfAbsent);
            case "GUID" -> guids(subnet, values::putIfAbsent);
            case NodeNames.LABEL -> subnet.nodes().forEach(node -> values.putIfAbsent(node.description(), what(node)));
            default -> {}
        }
        return values;
    }

    private static void lids(Subnet subnet, BiConsumer<String, String> values) {
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                if (port.isEndPort() && port.lid().isUnicast()) {
                    values.accept(String.valueOf(port.lid().bits()), name(node, port));
                }
            }
        }
    }

    private static void guids(Subnet subnet, BiConsumer<String, String> values) {
        for (Node node : subnet.nodes()) {
            node.ports().stream()
                    .filter(Port::isEndPort)
                    .forEach(port -> values.accept(port.guid().toHex(), name(node, port)));
        }
    }

    private static void routes(Subnet subnet, BiConsumer<String, String> values) {
        subnet.nodes()
                .forEach(node -> node.findPath().ifPresent(path -> values.accept(path.route(), node.description())));
    }

    private static String name(Node node, Port port) {
        return node.isSwitch() ? node.description() : node.description() + " port " + port.number();
    }

    private static String what(Node node) {
        return node.type() == NodeType.SWITCH ? "switch" : "";
    }
}
