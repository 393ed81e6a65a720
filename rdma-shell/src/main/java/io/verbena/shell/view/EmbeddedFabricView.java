package io.verbena.shell.view;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders an embedded fabric and its faults. */
public final class EmbeddedFabricView {
    private EmbeddedFabricView() {}

    /** Returns a summary and a line for each fault. */
    public static List<String> text(String name, EmbeddedFabric fabric) {
        String types = types(fabric).entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().text())
                .collect(Collectors.joining(", "));
        List<EmbeddedFault> faults = fabric.faults();
        List<String> lines = new ArrayList<>(List.of(
                "Fabric: " + name,
                "Nodes: " + fabric.nodes().size() + " (" + types + ")",
                "Links: " + links(fabric, false) + ", " + links(fabric, true) + " up",
                "Faults: " + faults.size()));
        faults.forEach(fault -> lines.add("  " + fault));
        return lines;
    }

    /** Returns the value for the structured formats. */
    public static Object json(String name, EmbeddedFabric fabric) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fabric", name);
        json.put("nodes", types(fabric));
        json.put("links", links(fabric, false));
        json.put("linksUp", links(fabric, true));
        json.put(
                "faults",
                fabric.faults().stream().map(EmbeddedFabricView::fault).toList());
        return json;
    }

    private static Map<String, Object> fault(EmbeddedFault fault) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", fault.kind());
        fault.node().ifPresent(node -> json.put("node", node.guid()));
        fault.node().ifPresent(node -> json.put("name", node.description()));
        fault.port().ifPresent(port -> json.put("port", port.number()));
        json.put("detail", fault.detail());
        return json;
    }

    private static Map<NodeType, Integer> types(EmbeddedFabric fabric) {
        Map<NodeType, Integer> types = new EnumMap<>(NodeType.class);
        fabric.nodes().forEach(node -> types.merge(node.type(), 1, Integer::sum));
        return types;
    }

    /** Returns the number of links, each of which has two ends. */
    private static long links(EmbeddedFabric fabric, boolean up) {
        return fabric.nodes().stream()
                        .flatMap(EmbeddedNode::ports)
                        .filter(port -> port.peer().isPresent())
                        .filter(port -> !up || port.isUp())
                        .count()
                / 2;
    }
}
