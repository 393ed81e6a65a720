package io.verbena.diag.validate;

import io.verbena.diag.IdentifierCheck;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.SubnetConflictException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that GUIDs, LIDs and descriptions exist and are unique. */
final class IdentifierValidation {
    /** Beginnings of descriptions that devices have by default. */
    private static final List<String> DEFAULTS = List.of("mt", "connectx", "infiniscale", "switch", "quantum", "mf0");

    private IdentifierValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
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
}
