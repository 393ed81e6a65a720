package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;

/**
 * Builds Dragonfly+ fabrics: groups of two levels, whose spines have links to those of all other groups. Nodes are named
 * {@code spine0}, {@code leaf0}, {@code host0} and so on, group by group.
 */
final class Dragonfly {
    private static final int MAX_PORTS = 254;
    private static final int MAX_GROUPS = 1024;
    private static final long SPINES = 0x0002c90600000000L;
    private static final long LEAVES = 0x0002c90700000000L;
    private static final long HOSTS = 0x0008f10000000000L;

    private Dragonfly() {}

    /**
     * Returns a fabric with one link between each two groups, which the spines of a group share evenly. The first ports of a
     * spine lead to the leaves of its group, the others to other groups; the first ports of a leaf lead to the spines, the others
     * to its hosts.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    static Topology of(int groups, int spines, int leaves, int hostsPerLeaf) {
        Sketch.require("groups", groups, 2, MAX_GROUPS);
        Sketch.require("spines per group", spines, 1, MAX_PORTS - 1);
        Sketch.require("leaves per group", leaves, 1, MAX_PORTS - 1);
        Sketch.require("hosts per leaf", hostsPerLeaf, 1, MAX_PORTS - spines);
        int globalPorts = (groups + spines - 2) / spines;
        Sketch.require("ports of a spine", leaves + globalPorts, 2, MAX_PORTS);
        Sketch sketch = new Sketch();
        sketch.nodes("spine", NodeType.SWITCH, SPINES, groups * spines, leaves + globalPorts);
        sketch.nodes("leaf", NodeType.SWITCH, LEAVES, groups * leaves, spines + hostsPerLeaf);
        sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, groups * leaves * hostsPerLeaf, 1);
        for (int group = 0; group < groups; group++) {
            for (int leaf = group * leaves; leaf < (group + 1) * leaves; leaf++) {
                for (int spine = 0; spine < spines; spine++) {
                    sketch.link("spine" + (group * spines + spine), leaf % leaves + 1, "leaf" + leaf, spine + 1);
                }
                for (int host = 0; host < hostsPerLeaf; host++) {
                    sketch.link("leaf" + leaf, spines + host + 1, "host" + (leaf * hostsPerLeaf + host), 1);
                }
            }
            for (int other = group + 1; other < groups; other++) {
                int here = other - group - 1;
                int there = groups - (other - group) - 1;
                sketch.link(
                        "spine" + (group * spines + here % spines), leaves + here / spines + 1,
                        "spine" + (other * spines + there % spines), leaves + there / spines + 1);
            }
        }
        return sketch.topology();
    }
}
