package io.verbena.embedded;

import io.verbena.embedded.node.FabricNode;
import io.verbena.error.NearestNames;
import io.verbena.iba.Guid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds nodes by the names and GUIDs of the topology. */
final class NodeIndex {
    private final List<FabricNode> nodes;

    // In the order of lookup: IDs, descriptions, and the first words of descriptions.
    private final List<Map<String, List<FabricNode>>> indexes;

    NodeIndex(List<FabricNode> nodes) {
        this.nodes = nodes;
        this.indexes = List.of(
                index(node -> node.model().id()),
                index(node -> node.model().description()),
                index(node -> node.model().description().split(" ", 2)[0]));
    }

    private Map<String, List<FabricNode>> index(Function<FabricNode, String> name) {
        Map<String, List<FabricNode>> index = new LinkedHashMap<>();
        nodes.forEach(node -> index.computeIfAbsent(name.apply(node), first -> new ArrayList<>(1))
                .add(node));
        return index;
    }

    FabricNode find(String name) {
        for (Map<String, List<FabricNode>> index : indexes) {
            List<FabricNode> found = index.getOrDefault(name, List.of());
            if (found.size() == 1) {
                return found.get(0);
            }
            if (found.size() > 1) {
                throw new IllegalArgumentException("'" + name + "' is ambiguous: " + found.size()
                        + " nodes have this name; use one of the ids "
                        + found.stream().limit(5).map(node -> node.model().id()).collect(Collectors.joining(", ")));
            }
        }
        if (Guid.isGuid(name)) {
            Guid guid = Guid.parse(name);
            for (FabricNode node : nodes) {
                if (node.guid().equals(guid)
                        || node.ports().anyMatch(port -> port.guid().equals(guid))) {
                    return node;
                }
            }
        }
        Set<String> known = new LinkedHashSet<>();
        indexes.forEach(index -> known.addAll(index.keySet()));
        throw new IllegalArgumentException("there is no node '" + name + "'; the nearest are "
                + String.join(", ", NearestNames.closest(name, known)));
    }
}
