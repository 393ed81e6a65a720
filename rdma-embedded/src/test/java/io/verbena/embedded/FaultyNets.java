package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Topologies with faults of identifiers or cables. */
final class FaultyNets {
    private FaultyNets() {}

    /** Returns a switch with host1 to host3, whose GUIDs are 0x2000, 0x4000 and another one for host3. */
    static Topology starWithNodeGuid(long guid) {
        return star(node -> Mistakes.with(node, Guid.of(guid), node.ports()));
    }

    /** Returns a switch with host1 to host3, of which host3 has another port GUID. Port GUIDs are node GUIDs plus 1. */
    static Topology starWithPortGuid(long guid) {
        return star(node -> {
            SortedMap<Integer, TopologyPort> ports = new TreeMap<>();
            node.ports()
                    .forEach((number, port) -> ports.put(
                            number,
                            new TopologyPort(
                                    number,
                                    Guid.of(guid),
                                    port.lid(),
                                    port.lmc(),
                                    port.width(),
                                    port.speed(),
                                    port.virtualLanes(),
                                    port.peer())));
            return Mistakes.with(node, node.nodeGuid(), ports);
        });
    }

    /** Returns two spines and three leaves with two hosts each; leaf2 has no link to spine1. */
    static Topology treeWithoutAnUplink() {
        NamedSketch sketch = new NamedSketch();
        for (int spine = 0; spine < 2; spine++) {
            sketch.node("spine" + spine, NodeType.SWITCH, 0x100L * (spine + 1), 8);
        }
        for (int leaf = 0; leaf < 3; leaf++) {
            sketch.node("leaf" + leaf, NodeType.SWITCH, 0x1000L * (leaf + 1), 8);
            for (int spine = 0; spine < 2 && leaf + spine < 3; spine++) {
                sketch.link("leaf" + leaf, spine + 1, "spine" + spine, leaf + 1);
            }
            for (int host = 0; host < 2; host++) {
                String name = "host" + (2 * leaf + host);
                sketch.node(name, NodeType.CHANNEL_ADAPTER, 0x10000L * (2 * leaf + host + 1), 1);
                sketch.link("leaf" + leaf, host + 3, name, 1);
            }
        }
        return sketch.topology();
    }

    private static Topology star(UnaryOperator<TopologyNode> changeOfHost3) {
        NamedSketch sketch = new NamedSketch();
        sketch.node("switch", NodeType.SWITCH, 0x100, 8);
        for (int host = 1; host <= 3; host++) {
            sketch.node("host" + host, NodeType.CHANNEL_ADAPTER, 0x2000L * host, 1);
            sketch.link("switch", host, "host" + host, 1);
        }
        return new Topology(sketch.topology().nodes().stream()
                .map(node -> node.description().equals("host3") ? changeOfHost3.apply(node) : node)
                .toList());
    }

    /** Returns switch0 and switch1 with four hosts each, which are linked by their ports 2 and 3. */
    static Topology parallelLinks() {
        NamedSketch sketch = new NamedSketch();
        for (int i = 0; i < 2; i++) {
            sketch.node("switch" + i, NodeType.SWITCH, 0x100L * (i + 1), 8);
            for (int port = 4; port <= 7; port++) {
                String host = "host" + i + port;
                sketch.node(host, NodeType.CHANNEL_ADAPTER, 0x1000L * (i + 1) + 0x10L * port, 1);
                sketch.link("switch" + i, port, host, 1);
            }
        }
        sketch.link("switch0", 2, "switch1", 2);
        sketch.link("switch0", 3, "switch1", 3);
        return sketch.topology();
    }

    /** Returns four hosts with two ports each, at two leaf switches below a spine; one host may have swapped cables. */
    static Topology rails(int swapped) {
        NamedSketch sketch = new NamedSketch();
        for (int leaf = 0; leaf < 2; leaf++) {
            sketch.node("leaf" + leaf, NodeType.SWITCH, 0x100L * (leaf + 1), 8);
        }
        sketch.node("spine", NodeType.SWITCH, 0x900, 8);
        sketch.link("leaf0", 8, "spine", 1);
        sketch.link("leaf1", 8, "spine", 2);
        for (int host = 0; host < 4; host++) {
            sketch.node("host" + host, NodeType.CHANNEL_ADAPTER, 0x1000L * (host + 1), 2);
            sketch.link("leaf0", host + 1, "host" + host, host == swapped ? 2 : 1);
            sketch.link("leaf1", host + 1, "host" + host, host == swapped ? 1 : 2);
        }
        return sketch.topology();
    }

    /** Returns a Dragonfly+ of three groups, of which the first and the last are not linked. */
    static Topology groupsWithoutALink() {
        NamedSketch sketch = new NamedSketch();
        for (int group = 0; group < 3; group++) {
            sketch.node("leaf" + group, NodeType.SWITCH, 0x100L * (group + 1), 8);
            sketch.node("top" + group, NodeType.SWITCH, 0x1000L * (group + 1), 8);
            sketch.node("host" + group, NodeType.CHANNEL_ADAPTER, 0x10000L * (group + 1), 1);
            sketch.link("leaf" + group, 1, "host" + group, 1);
            sketch.link("leaf" + group, 2, "top" + group, 1);
        }
        sketch.link("top0", 2, "top1", 2);
        sketch.link("top1", 3, "top2", 3);
        return sketch.topology();
    }
}
