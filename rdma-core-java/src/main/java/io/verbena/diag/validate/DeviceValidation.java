package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks that devices of one type have the same hardware revision and, if it was read, the same firmware. */
final class DeviceValidation {
    private DeviceValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        Map<String, List<Node>> types = fabric.subnet().nodes().stream()
                .collect(Collectors.groupingBy(DeviceValidation::type, TreeMap::new, Collectors.toList()));
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
