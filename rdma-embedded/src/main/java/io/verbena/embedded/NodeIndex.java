package io.verbena.embedded;

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

/** Finds nodes by name. */
final class NodeIndex {
    private final List<EmbeddedNode> nodes;

    // In the order of lookup: IDs, descriptions, and the first words of descriptions.
    private final List<Map<String, List<EmbeddedNode>>> indexes;

    NodeIndex(List<EmbeddedNode> nodes) {
        this.nodes = nodes;
        this.indexes = List.of(
                index(EmbeddedNode::id),
                index(EmbeddedNode::description),
                index(node -> node.description().split(" ", 2)[0]));
    }

    private Map<String, List<EmbeddedNode>> index(Function<EmbeddedNode, String> name) {
        Map<String, List<EmbeddedNode>> index = new LinkedHashMap<>();
        nodes.forEach(node -> index.computeIfAbsent(name.apply(node), first -> new ArrayList<>(1))
                .add(node));
        return index;
    }

    EmbeddedNode find(String name) {
        for (Map<String, List<EmbeddedNode>> index : indexes) {
            List<EmbeddedNode> found = index.getOrDefault(name, List.of());
            if (found.size() == 1) {
                return found.get(0);
            }
            if (found.size() > 1) {
                throw new IllegalArgumentException(
                        "'" + name + "' is ambiguous: " + found.size() + " nodes have this name; use one of the ids "
                                + found.stream().limit(5).map(EmbeddedNode::id).collect(Collectors.joining(", ")));
            }
        }
        if (Guid.isGuid(name)) {
            Guid guid = Guid.parse(name);
            for (EmbeddedNode node : nodes) {
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
