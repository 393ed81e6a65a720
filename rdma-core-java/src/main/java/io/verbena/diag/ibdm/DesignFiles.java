package io.verbena.diag.ibdm;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A subnet as a topology file with the IBNL files of its types, as {@code ibdiagnet -wt} writes them. Channel adapters
 * of one host are one system; each switch is a system of its own. Immutable.
 *
 * @param topology the lines of the topology file
 * @param definitions the lines of the IBNL files, by type
 */
public record DesignFiles(List<String> topology, Map<String, List<String>> definitions) {
    /** Copies the collections. */
    public DesignFiles {
        topology = List.copyOf(topology);
        definitions = Map.copyOf(definitions);
    }

    /** Describes a subnet. */
    public static DesignFiles of(Subnet subnet) {
        return new Writer(subnet).write();
    }

    private static final class Writer {
        private final Map<String, List<Node>> systems = new TreeMap<>();
        private final Map<String, String> types = new LinkedHashMap<>();
        private final Map<String, List<String>> definitions = new LinkedHashMap<>();
        private final Map<Integer, Integer> variants = new TreeMap<>();
        private int mixed;

        Writer(Subnet subnet) {
            for (Node node : subnet.nodes()) {
                systems.computeIfAbsent(IbdmNames.system(node), absent -> new ArrayList<>())
                        .add(node);
            }
        }

        DesignFiles write() {
            Map<String, String> typeOf = new LinkedHashMap<>();
            systems.forEach((name, nodes) -> typeOf.put(name, type(nodes)));
            List<String> lines = new ArrayList<>(List.of("# Written by Verbena", ""));
            systems.forEach((name, nodes) -> {
                lines.add(typeOf.get(name) + " " + name);
                for (Node node : nodes) {
                    for (Port port : node.ports()) {
                        Optional<Port> peer = port.peer();
                        if (peer.isPresent()) {
                            String remote = IbdmNames.system(peer.get().node());
                            lines.add("   " + IbdmNames.panel(port) + " -"
                                    + port.width().text().toLowerCase(Locale.ROOT) + "-" + IbdmNames.speed(port.speed())
                                    + "G-> "
                                    + typeOf.get(remote) + " " + remote + " " + IbdmNames.panel(peer.get()));
                        }
                    }
                }
                lines.add("");
            });
            return new DesignFiles(lines, definitions);
        }

        /** Returns the type of a system; systems with the same nodes share it. */
        private String type(List<Node> nodes) {
            List<String> body = new ArrayList<>();
            for (Node node : nodes) {
                int device = node.info().deviceId();
                int ports = node.info().numPorts();
                body.add("");
                body.add("NODE " + (node.type() == NodeType.SWITCH ? "SW" : "CA") + " " + ports + " DEV" + device + " "
                        + IbdmNames.unit(node));
                for (int port = 1; port <= ports; port++) {
                    body.add("   " + port + " -> " + IbdmNames.panel(node, port));
                }
            }
            String key = body.stream().collect(Collectors.joining("\n"));
            return types.computeIfAbsent(key, absent -> {
                String type = nodes.size() == 1 ? variant(nodes.get(0).info().deviceId()) : "SYS" + ++mixed;
                List<String> lines = new ArrayList<>(List.of("TOPSYSTEM " + type));
                lines.addAll(body);
                definitions.put(type, lines);
                return type;
            });
        }

        private String variant(int device) {
            int count = variants.merge(device, 1, Integer::sum);
            return "DEV" + device + (count == 1 ? "" : "-" + count);
        }
    }
}
