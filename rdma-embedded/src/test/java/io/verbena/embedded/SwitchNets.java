package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;

/** Topologies with cyclic links, and hosts {@code host0}, {@code host1} and so on, each at port 1 of a switch. */
final class SwitchNets {
    private static final long SWITCH_GUID = 0x2c90300000000L;
    private static final long HOST_GUID = 0x8f10300000000L;

    private SwitchNets() {}

    /** Returns a ring of switches with a host each. */
    static Topology ring(int switches) {
        NamedSketch sketch = new NamedSketch();
        for (int i = 0; i < switches; i++) {
            switchWithHost(sketch, i);
        }
        for (int i = 0; i < switches; i++) {
            sketch.link("switch" + i, 2, "switch" + (i + 1) % switches, 3);
        }
        return sketch.topology();
    }

    /** Returns a square of switches whose rows and columns are rings, with a host at each switch. */
    static Topology torus(int side) {
        NamedSketch sketch = new NamedSketch();
        for (int i = 0; i < side * side; i++) {
            switchWithHost(sketch, i);
        }
        for (int i = 0; i < side * side; i++) {
            int row = i / side;
            int column = i % side;
            sketch.link("switch" + i, 2, "switch" + (row * side + (column + 1) % side), 3);
            sketch.link("switch" + i, 4, "switch" + ((row + 1) % side * side + column), 5);
        }
        return sketch.topology();
    }

    private static void switchWithHost(NamedSketch sketch, int number) {
        sketch.node("switch" + number, NodeType.SWITCH, SWITCH_GUID + number * 0x100L, 8);
        sketch.node("host" + number, NodeType.CHANNEL_ADAPTER, HOST_GUID + number * 0x100L, 1);
        sketch.link("switch" + number, 1, "host" + number, 1);
    }

    /** Returns a builder by name: {@code ring:N}, {@code torus:SIDE}, or any argument of an embedded fabric. */
    static EmbeddedFabric.Builder builder(String name) {
        String[] parts = name.split(":", 2);
        return switch (parts[0]) {
            case "ring" -> EmbeddedFabric.builder(ring(Integer.parseInt(parts[1])));
            case "torus" -> EmbeddedFabric.builder(torus(Integer.parseInt(parts[1])));
            default -> EmbeddedFabric.builder(name);
        };
    }
}
