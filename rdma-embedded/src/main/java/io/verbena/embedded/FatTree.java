package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;

/** Builds fat trees, whose nodes are named {@code spine0}, {@code leaf0}, {@code host0} and so on. */
final class FatTree {
    private static final int MAX_PORTS = 254;
    private static final int USUAL_PORTS = 36;
    private static final long SPINES = 0x0002c90200000000L;
    private static final long LEAVES = 0x0002c90300000000L;
    private static final long MIDDLES = 0x0002c90400000000L;
    private static final long HOSTS = 0x0008f10000000000L;

    private final Sketch sketch = new Sketch();

    private FatTree() {}

    /**
     * Returns a tree in which every leaf is connected to every spine. Port n of a spine leads to leaf n-1; the ports of
     * a leaf lead to the spines first, then to its hosts.
     *
     * @throws IllegalArgumentException if a switch would have no ports or more than 254
     */
    static Topology twoLevels(int spines, int leaves, int hostsPerLeaf) {
        Sketch.require("spines", spines, leaves == 1 ? 0 : 1, MAX_PORTS - 1);
        Sketch.require("leaves", leaves, 1, MAX_PORTS);
        Sketch.require("hosts per leaf", hostsPerLeaf, 1, MAX_PORTS - spines);
        FatTree tree = new FatTree();
        tree.switches("spine", SPINES, spines, Math.max(USUAL_PORTS, leaves));
        tree.switches("leaf", LEAVES, leaves, Math.max(USUAL_PORTS, spines + hostsPerLeaf));
        tree.hosts(leaves * hostsPerLeaf);
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int spine = 0; spine < spines; spine++) {
                tree.sketch.link("spine" + spine, leaf + 1, "leaf" + leaf, spine + 1);
            }
            for (int host = 0; host < hostsPerLeaf; host++) {
                tree.sketch.link("leaf" + leaf, spines + host + 1, "host" + (leaf * hostsPerLeaf + host), 1);
            }
        }
        return tree.sketch.topology();
    }

    /**
     * Returns the largest three-level tree of switches with a number of ports: K³/4 hosts and 5K²/4 switches. The lower
     * half of the ports of a leaf leads to hosts, and that of a middle switch to the leaves of its pod; the upper half
     * leads up.
     *
     * @throws IllegalArgumentException if the number of ports is odd, or the subnet has too few LIDs
     */
    static Topology threeLevels(int ports) {
        Sketch.require("ports per switch", ports, 2, 56);
        if (ports % 2 != 0) {
            throw new IllegalArgumentException(
                    "ports per switch is " + ports + "; the number must be even, because half of the ports lead up");
        }
        int half = ports / 2;
        FatTree tree = new FatTree();
        tree.switches("spine", SPINES, half * half, ports);
        tree.switches("middle", MIDDLES, ports * half, ports);
        tree.switches("leaf", LEAVES, ports * half, ports);
        tree.hosts(ports * half * half);
        for (int pod = 0; pod < ports; pod++) {
            for (int above = 0; above < half; above++) {
                String middle = "middle" + (pod * half + above);
                for (int below = 0; below < half; below++) {
                    int leaf = pod * half + below;
                    tree.sketch.link(middle, below + 1, "leaf" + leaf, half + above + 1);
                    tree.sketch.link(middle, half + below + 1, "spine" + (above * half + below), pod + 1);
                    tree.sketch.link("leaf" + leaf, above + 1, "host" + (leaf * half + above), 1);
                }
            }
        }
        return tree.sketch.topology();
    }

    private void switches(String name, long firstGuid, int count, int ports) {
        sketch.nodes(name, NodeType.SWITCH, firstGuid, count, ports);
    }

    private void hosts(int count) {
        sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, count, 1);
    }
}
