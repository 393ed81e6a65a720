package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.subnet.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks that devices of one type have the same hardware revision and, if it was read, the same firmware. */
final class DeviceValidation {
    private DeviceValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        Map<String, List<Node>> types = new TreeMap<>();
        for (Node node : fabric.subnet().nodes()) {
            String type = "%s 0x%x of vendor 0x%x"
                    .formatted(
                            node.type().text(),
                            node.info().deviceId(),
                            node.info().vendorId());
            types.computeIfAbsent(type, absent -> new ArrayList<>()).add(node);
        }
        boolean firmware = fabric.parts().contains(SweepPart.FIRMWARE);
        types.forEach((type, nodes) -> {
            compare(
                    FindingKind.REVISION_MIX,
                    type,
                    "revision",
                    nodes,
                    node -> "0x%x".formatted(node.info().revision()),
                    result);
            if (firmware) {
                List<Node> known = nodes.stream()
                        .filter(node -> fabric.firmware().containsKey(node.guid()))
                        .toList();
                compare(
                        FindingKind.FIRMWARE_MIX,
                        type,
                        "firmware",
                        known,
                        node -> String.valueOf(fabric.firmware().get(node.guid())),
                        result);
            }
        });
        if (firmware) {
            result.table(
                    "firmware",
                    List.of("guid", "name", "version"),
                    fabric.subnet().nodes().stream()
                            .map(node -> List.<Object>of(
                                    node.guid().toHex(),
                                    result.nameOf(node),
                                    fabric.firmware().getOrDefault(node.guid(), "unknown")))
                            .toList());
        }
        result.table(
                "devices",
                List.of("type", "nodes"),
                types.entrySet().stream()
                        .map(entry ->
                                List.<Object>of(entry.getKey(), entry.getValue().size()))
                        .toList());
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
            result.findNodes(
                    kind,
                    "devices of type " + type + " have different values of " + property + ": "
                            + byValue.entrySet().stream()
                                    .map(entry -> entry.getKey() + " ("
                                            + entry.getValue().size() + ")")
                                    .collect(Collectors.joining(", ")),
                    nodes.stream().filter(node -> !most.contains(node)).toList());
        }
    }
}
