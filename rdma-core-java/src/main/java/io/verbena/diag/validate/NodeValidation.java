package io.verbena.diag.validate;

import io.verbena.diag.IdentifierCheck;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.SubnetConflictException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks the identifiers, the hardware and the firmware of nodes. */
final class NodeValidation {
    /** Beginnings of descriptions that devices have by default. */
    private static final List<String> DEFAULTS = List.of("mt", "connectx", "infiniscale", "switch", "quantum", "mf0");

    private NodeValidation() {}

    /** Checks that GUIDs, LIDs and descriptions exist and are unique. */
    static void identifiers(FabricState fabric, ValidationOptions options, CheckResult result) {
        IdentifierCheck.run(fabric.subnet(), (problem, text, ports) -> result.find(kind(problem), text, ports));
        Map<Guid, SubnetConflictException> conflicts = new LinkedHashMap<>();
        for (RdmaException failure : fabric.subnet().failures()) {
            if (failure instanceof SubnetConflictException conflict) {
                conflicts.putIfAbsent(conflict.guid(), conflict);
            }
        }
        conflicts.forEach((guid, conflict) -> result.findNodes(
                FindingKind.DUPLICATE_NODE_GUID,
                String.valueOf(conflict.getMessage()),
                fabric.subnet().node(guid).stream().toList()));
        checkDescriptions(fabric, result);
        result.table(
                "nodes",
                List.of("guid", "name", "type", "lid", "ports"),
                fabric.subnet().nodes(),
                node -> List.of(
                        node.guid().toHex(),
                        result.nameOf(node),
                        node.type().text(),
                        CheckResult.lid(node).bits(),
                        node.info().numPorts()));
    }

    private static FindingKind kind(IdentifierCheck.Kind problem) {
        return switch (problem) {
            case ZERO_NODE_GUID, ZERO_PORT_GUID -> FindingKind.ZERO_GUID;
            case ZERO_LID -> FindingKind.ZERO_LID;
            case DUPLICATE_PORT_GUID -> FindingKind.DUPLICATE_PORT_GUID;
            case DUPLICATE_LID -> FindingKind.DUPLICATE_LID;
        };
    }

    private static void checkDescriptions(FabricState fabric, CheckResult result) {
        Map<String, List<Node>> described = fabric.subnet().nodes().stream()
                .collect(Collectors.groupingBy(Node::description, LinkedHashMap::new, Collectors.toList()));
        described.forEach((text, nodes) -> {
            if (nodes.size() > 1 && !text.isEmpty() && !isDefault(text)) {
                result.findNodes(
                        FindingKind.DUPLICATE_DESCRIPTION,
                        nodes.size() + " nodes have the description '" + text + "'",
                        nodes);
            }
        });
    }

    private static boolean isDefault(String description) {
        String text = description.toLowerCase(Locale.ROOT);
        return DEFAULTS.stream().anyMatch(text::startsWith);
    }

    /** Checks that devices of one type have the same hardware revision and, if it was read, the same firmware. */
    static void devices(FabricState fabric, ValidationOptions options, CheckResult result) {
        Map<String, List<Node>> types = fabric.subnet().nodes().stream()
                .collect(Collectors.groupingBy(NodeValidation::type, TreeMap::new, Collectors.toList()));
        boolean firmware = fabric.parts().contains(SweepPart.FIRMWARE);
        types.forEach((type, nodes) -> {
            Function<Node, String> revision =
                    node -> "0x%x".formatted(node.info().revision());
            compare(FindingKind.REVISION_MIX, type, "revision", nodes, revision, result);
            if (firmware) {
                Map<Guid, String> versions = fabric.firmware();
                List<Node> known = nodes.stream()
                        .filter(node -> versions.containsKey(node.guid()))
                        .toList();
                Function<Node, String> version = node -> String.valueOf(versions.get(node.guid()));
                compare(FindingKind.FIRMWARE_MIX, type, "firmware", known, version, result);
            }
        });
        if (firmware) {
            result.table(
                    "firmware",
                    List.of("guid", "name", "version"),
                    fabric.subnet().nodes(),
                    node -> List.of(
                            node.guid().toHex(),
                            result.nameOf(node),
                            fabric.firmware().getOrDefault(node.guid(), "unknown")));
        }
        List<String> columns = List.of("type", "nodes");
        result.table(
                "devices",
                columns,
                types.entrySet(),
                type -> List.of(type.getKey(), type.getValue().size()));
    }

    private static String type(Node node) {
        return node.type().text()
                + " 0x%x of vendor 0x%x"
                        .formatted(node.info().deviceId(), node.info().vendorId());
    }

    private static void compare(
            FindingKind kind,
            String type,
            String property,
            List<Node> nodes,
            Function<Node, String> value,
            CheckResult result) {
        Map<String, List<Node>> byValue =
                nodes.stream().collect(Collectors.groupingBy(value, TreeMap::new, Collectors.toList()));
        if (byValue.size() > 1) {
            List<Node> most = byValue.values().stream()
                    .max(Comparator.comparingInt(List::size))
                    .orElse(List.of());
            List<Node> others =
                    nodes.stream().filter(node -> !most.contains(node)).toList();
            StringJoiner counts = new StringJoiner(", ");
            byValue.forEach((each, having) -> counts.add(each + " (" + having.size() + ")"));
            String evidence = "devices of type " + type + " have different values of " + property + ": " + counts;
            result.findNodes(kind, evidence, others);
        }
    }
}
