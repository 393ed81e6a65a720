package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;

/** Fat trees of any size; what they call their nodes is {@code spine0}, {@code leaf0}, {@code host0} and so on. */
final class FatTree {
    private static final int MAX_PORTS = 254;
    private static final int USUAL_PORTS = 36;
    private static final long SPINES = 0x0002c90200000000L;
    private static final long LEAVES = 0x0002c90300000000L;
    private static final long MIDDLES = 0x0002c90400000000L;
    private static final long HOSTS = 0x0008f10000000000L;

    private final TopologySketch sketch = new TopologySketch();

    private FatTree() {}

    /**
     * Every leaf with each spine; port n of a spine leads to leaf n-1, and a leaf has its hosts behind its spines.
     *
     * @throws IllegalArgumentException if a switch had no ports or more than 254
     */
    static Topology twoLevels(int spines, int leaves, int hostsPerLeaf) {
        require("spines", spines, leaves == 1 ? 0 : 1, MAX_PORTS - 1);
        require("leaves", leaves, 1, MAX_PORTS);
        require("hosts per leaf", hostsPerLeaf, 1, MAX_PORTS - spines);
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
     * The largest tree of three levels that switches of one size make: K³/4 hosts under 5K²/4 switches. The lower half of
     * the ports of a leaf leads to hosts, that of a middle switch to the leaves of its pod, the upper half upwards.
     *
     * @throws IllegalArgumentException if the number of ports is odd, or the subnet has not enough LIDs
     */
    static Topology threeLevels(int ports) {
        require("ports per switch", ports, 2, 56);
        if (ports % 2 != 0) {
            throw new IllegalArgumentException(
                    "ports per switch is " + ports + "; half of them lead up, so it is even");
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

    private static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " is " + value + "; expected is a number from " + least + " to " + most);
        }
    }

    private void switches(String name, long firstGuid, int count, int ports) {
        nodes(name, NodeType.SWITCH, firstGuid, count, ports);
    }

    private void hosts(int count) {
        nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, count, 1);
    }

    private void nodes(String name, NodeType type, long firstGuid, int count, int ports) {
        for (int i = 0; i < count; i++) {
            sketch.node(name + i, type, firstGuid + i * 16L, ports);
        }
    }
}
