package io.verbena.embedded;

import static java.util.Objects.requireNonNull;

import io.verbena.embedded.Sketch.Node;
import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;
import java.util.HashMap;
import java.util.Map;

/** A sketch whose nodes are linked by their names. */
final class NamedSketch {
    private final Sketch sketch = new Sketch();
    private final Map<String, Node> nodes = new HashMap<>();

    void node(String name, NodeType type, long guid, int ports) {
        nodes.put(name, sketch.node(name, type, guid, ports));
    }

    void nodes(String name, NodeType type, long firstGuid, int count, int ports) {
        sketch.nodes(name, type, firstGuid, count, ports).forEach(node -> nodes.put(node.name(), node));
    }

    void link(String one, int onePort, String other, int otherPort) {
        sketch.link(requireNonNull(nodes.get(one), one), onePort, requireNonNull(nodes.get(other), other), otherPort);
    }

    Topology topology() {
        return sketch.topology();
    }
}
