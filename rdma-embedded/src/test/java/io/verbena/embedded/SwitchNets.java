package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;

/** Nets whose links go in circles, with hosts {@code host0}, {@code host1} and so on, each at port 1 of a switch. */
final class SwitchNets {
    private static final long SWITCH_GUID = 0x2c90300000000L;
    private static final long HOST_GUID = 0x8f10300000000L;

    private SwitchNets() {}

    /** Switches in a circle, each with a host. */
    static Topology ring(int switches) {
        TopologySketch sketch = new TopologySketch();
        for (int i = 0; i < switches; i++) {
            switchWithHost(sketch, i);
        }
        for (int i = 0; i < switches; i++) {
            sketch.link("switch" + i, 2, "switch" + (i + 1) % switches, 3);
        }
        return sketch.topology();
    }

    /** A square of switches whose rows and columns are circles, each switch with a host. */
    static Topology torus(int side) {
        TopologySketch sketch = new TopologySketch();
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

    private static void switchWithHost(TopologySketch sketch, int number) {
        sketch.node("switch" + number, NodeType.SWITCH, SWITCH_GUID + number * 0x100L, 8);
        sketch.node("host" + number, NodeType.CHANNEL_ADAPTER, HOST_GUID + number * 0x100L, 1);
        sketch.link("switch" + number, 1, "host" + number, 1);
    }

    /** A net by its name: {@code ring:N}, {@code torus:SIDE}, or what an embedded fabric is called. */
    static EmbeddedFabric.Builder builder(String name) {
        String[] parts = name.split(":", 2);
        return switch (parts[0]) {
            case "ring" -> EmbeddedFabric.builder(ring(Integer.parseInt(parts[1])));
            case "torus" -> EmbeddedFabric.builder(torus(Integer.parseInt(parts[1])));
            default -> EmbeddedFabric.builder(name);
        };
    }
}
