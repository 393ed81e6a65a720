package io.verbena.embedded;

import io.verbena.diag.ibdm.LinkList;
import io.verbena.embedded.Sketch.Node;
import io.verbena.error.NearestNames;
import io.verbena.iba.NodeType;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.SubnetTopology;
import io.verbena.subnet.cache.SavedSubnet;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The argument by which a fabric is opened.
 *
 * @param topology the topology of the fabric
 * @param mistakes the mistakes in it that a topology does not contain
 * @param host the local host; empty for the first one
 */
record FabricArgument(Topology topology, Mistakes mistakes, String host) {
    private static final String TWO_NODE = "two-node";
    private static final String FAT_TREE = "fat-tree";
    private static final String FAT_TREE_3 = "fat-tree3";
    private static final String DRAGONFLY = "dragonfly";
    private static final String TORUS = "torus";
    private static final String HYPERCUBE = "hypercube";
    private static final List<String> FORMS = List.of(
            TWO_NODE,
            FAT_TREE + ":S,L,H",
            FAT_TREE_3 + ":K",
            DRAGONFLY + ":G,S,L,H",
            TORUS + ":X,Y,…,H",
            HYPERCUBE + ":D,H");
    private static final String LINK_LIST = ".lst";

    static FabricArgument parse(String argument) {
        // A path may contain an @ itself; then the file exists under the whole name.
        Optional<Path> whole = file(argument);
        if (whole.isPresent() && (argument.indexOf('@') < 0 || Files.isRegularFile(whole.get()))) {
            return new FabricArgument(read(whole.get()), Mistakes.NONE, "");
        }
        int at = argument.lastIndexOf('@');
        String fabric = at < 0 ? argument : argument.substring(0, at);
        int plus = fabric.indexOf('+', fabric.lastIndexOf('/') + 1);
        Mistakes mistakes = plus < 0 ? Mistakes.NONE : Mistakes.parse(fabric.substring(plus + 1));
        Topology topology = topology(plus < 0 ? fabric : fabric.substring(0, plus));
        return new FabricArgument(mistakes.in(topology), mistakes, at < 0 ? "" : argument.substring(at + 1));
    }

    /** Reads the text of ibnetdiscover, a cache, JSON, or the list of links of ibdiagnet. */
    private static Topology read(Path file) {
        if (file.toString().endsWith(LINK_LIST)) {
            return SubnetTopology.of(LinkList.read(file), NodeNameMap.EMPTY);
        }
        return SavedSubnet.isText(file)
                ? TopologyReader.read(file)
                : SubnetTopology.of(SavedSubnet.read(file), NodeNameMap.EMPTY);
    }

    private static Topology topology(String fabric) {
        Optional<Path> file = file(fabric);
        if (file.isPresent()) {
            return read(file.get());
        }
        String[] parts = fabric.split(":", 2);
        String numbers = parts.length < 2 ? "" : parts[1];
        return switch (parts[0]) {
            case "" -> FatTree.twoLevels(0, 1, 2);
            case TWO_NODE -> {
                numbers(fabric, numbers, 0, TWO_NODE);
                yield FatTree.twoLevels(0, 1, 2);
            }
            case FAT_TREE -> {
                int[] sizes = numbers(fabric, numbers, 3, FAT_TREE + ":SPINES,LEAVES,HOSTS_PER_LEAF");
                yield FatTree.twoLevels(sizes[0], sizes[1], sizes[2]);
            }
            case FAT_TREE_3 -> FatTree.threeLevels(numbers(fabric, numbers, 1, FAT_TREE_3 + ":PORTS_PER_SWITCH")[0]);
            case DRAGONFLY -> {
                int[] sizes = numbers(fabric, numbers, 4, DRAGONFLY + ":GROUPS,SPINES,LEAVES,HOSTS_PER_LEAF");
                yield Dragonfly.of(sizes[0], sizes[1], sizes[2], sizes[3]);
            }
            case TORUS -> {
                int count = Math.max(2, numbers.split(",", -1).length);
                int[] sizes = numbers(fabric, numbers, count, TORUS + ":SIDE,SIDE,…,HOSTS_PER_SWITCH");
                yield Torus.of(Arrays.copyOf(sizes, count - 1), sizes[count - 1]);
            }
            case HYPERCUBE -> {
                int[] sizes = numbers(fabric, numbers, 2, HYPERCUBE + ":DIMENSIONS,HOSTS_PER_SWITCH");
                yield Torus.hypercube(sizes[0], sizes[1]);
            }
            default ->
                throw new IllegalArgumentException("there is no embedded fabric '" + fabric
                        + "', and no file of this name; use " + String.join(", ", FORMS)
                        + " or the path of a file; the nearest is "
                        + NearestNames.closest(fabric, FORMS).get(0));
        };
    }

    private static int[] numbers(String fabric, String text, int count, String form) {
        String[] parts = text.isEmpty() ? new String[0] : text.split(",", -1);
        boolean numbers = Arrays.stream(parts).allMatch(part -> part.matches("[0-9]{1,6}"));
        if (parts.length != count || !numbers) {
            throw new IllegalArgumentException("'" + fabric + "' does not have the form " + form + ", with "
                    + (count == 0 ? "nothing" : count + (count == 1 ? " number" : " numbers")) + " after the name");
        }
        return Arrays.stream(parts).mapToInt(Integer::parseInt).toArray();
    }

    private static Optional<Path> file(String name) {
        try {
            // An argument that looks like a path is one, and the reader reports best why the file cannot be read.
            boolean path = name.contains("/") || name.endsWith(".net") || name.endsWith(LINK_LIST);
            return Optional.of(Path.of(name)).filter(file -> path || Files.isRegularFile(file));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Builds fat trees, whose nodes are named {@code spine0}, {@code leaf0}, {@code host0} and so on. */
    private static final class FatTree {
        private static final int MAX_PORTS = 254;
        private static final int USUAL_PORTS = 36;
        private static final long SPINES = 0x0002c90200000000L;
        private static final long LEAVES = 0x0002c90300000000L;
        private static final long MIDDLES = 0x0002c90400000000L;
        private static final long HOSTS = 0x0008f10000000000L;

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
            Sketch sketch = new Sketch();
            List<Node> spine = sketch.nodes("spine", NodeType.SWITCH, SPINES, spines, Math.max(USUAL_PORTS, leaves));
            List<Node> leaf =
                    sketch.nodes("leaf", NodeType.SWITCH, LEAVES, leaves, Math.max(USUAL_PORTS, spines + hostsPerLeaf));
            List<Node> host = sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, leaves * hostsPerLeaf, 1);
            for (int i = 0; i < leaves; i++) {
                for (int up = 0; up < spines; up++) {
                    sketch.link(spine.get(up), i + 1, leaf.get(i), up + 1);
                }
                for (int down = 0; down < hostsPerLeaf; down++) {
                    sketch.link(leaf.get(i), spines + down + 1, host.get(i * hostsPerLeaf + down), 1);
                }
            }
            return sketch.topology();
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
                throw new IllegalArgumentException("ports per switch is " + ports
                        + "; the number must be even, because half of the ports lead up");
            }
            int half = ports / 2;
            Sketch sketch = new Sketch();
            List<Node> spine = sketch.nodes("spine", NodeType.SWITCH, SPINES, half * half, ports);
            List<Node> middle = sketch.nodes("middle", NodeType.SWITCH, MIDDLES, ports * half, ports);
            List<Node> leaf = sketch.nodes("leaf", NodeType.SWITCH, LEAVES, ports * half, ports);
            List<Node> host = sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, ports * half * half, 1);
            for (int pod = 0; pod < ports; pod++) {
                for (int above = 0; above < half; above++) {
                    Node between = middle.get(pod * half + above);
                    for (int below = 0; below < half; below++) {
                        int edge = pod * half + below;
                        sketch.link(between, below + 1, leaf.get(edge), half + above + 1);
                        sketch.link(between, half + below + 1, spine.get(above * half + below), pod + 1);
                        sketch.link(leaf.get(edge), above + 1, host.get(edge * half + above), 1);
                    }
                }
            }
            return sketch.topology();
        }
    }

    /**
     * Builds grids of switches that are closed in each dimension: rings, tori and hypercubes. Switches are named {@code switch0}
     * and so on, with the first coordinate changing fastest, and hosts {@code host0} and so on, in the order of their switches.
     */
    private static final class Torus {
        private static final int MAX_PORTS = 254;
        private static final int MAX_SWITCHES = 1 << 14;
        private static final int MAX_DIMENSIONS = 14;
        private static final long SWITCHES = 0x0002c90500000000L;
        private static final long HOSTS = 0x0008f10000000000L;

        private Torus() {}

        /**
         * Returns a hypercube: a torus of two switches in each dimension.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        static Topology hypercube(int dimensions, int hostsPerSwitch) {
            Sketch.require("dimensions", dimensions, 1, MAX_DIMENSIONS);
            int[] sides = new int[dimensions];
            Arrays.fill(sides, 2);
            return of(sides, hostsPerSwitch);
        }

        /**
         * Returns a torus. The first ports of a switch lead to its hosts; then follow, for each dimension, the port to the next and
         * the port to the previous switch. Two switches in a dimension have one link, at the first of these ports.
         *
         * @param sides the number of switches in each dimension
         * @throws IllegalArgumentException if a number is out of range
         */
        static Topology of(int[] sides, int hostsPerSwitch) {
            Sketch.require("dimensions", sides.length, 1, MAX_DIMENSIONS);
            Sketch.require("hosts per switch", hostsPerSwitch, 1, MAX_PORTS - 2 * sides.length);
            long switches = 1;
            for (int side : sides) {
                Sketch.require("switches in a dimension", side, 2, MAX_SWITCHES);
                switches *= side;
                Sketch.require("switches", (int) Math.min(switches, Integer.MAX_VALUE), 2, MAX_SWITCHES);
            }
            Sketch sketch = new Sketch();
            List<Node> nodes = sketch.nodes(
                    "switch", NodeType.SWITCH, SWITCHES, (int) switches, hostsPerSwitch + 2 * sides.length);
            List<Node> hosts =
                    sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, (int) switches * hostsPerSwitch, 1);
            for (int from = 0; from < switches; from++) {
                for (int host = 0; host < hostsPerSwitch; host++) {
                    sketch.link(nodes.get(from), host + 1, hosts.get(from * hostsPerSwitch + host), 1);
                }
                linkNext(sketch, nodes, sides, hostsPerSwitch, from);
            }
            return sketch.topology();
        }

        private static void linkNext(Sketch sketch, List<Node> nodes, int[] sides, int hosts, int from) {
            int stride = 1;
            for (int dimension = 0; dimension < sides.length; dimension++) {
                int side = sides[dimension];
                int place = from / stride % side;
                int to = from + ((place + 1) % side - place) * stride;
                int next = hosts + 2 * dimension + 1;
                if (side > 2) {
                    sketch.link(nodes.get(from), next, nodes.get(to), next + 1);
                } else if (place == 0) {
                    sketch.link(nodes.get(from), next, nodes.get(to), next);
                }
                stride *= side;
            }
        }
    }

    /**
     * Builds Dragonfly+ fabrics: groups of two levels, whose spines have links to those of all other groups. Nodes are named
     * {@code spine0}, {@code leaf0}, {@code host0} and so on, group by group.
     */
    private static final class Dragonfly {
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
            List<Node> spine = sketch.nodes("spine", NodeType.SWITCH, SPINES, groups * spines, leaves + globalPorts);
            List<Node> leaf = sketch.nodes("leaf", NodeType.SWITCH, LEAVES, groups * leaves, spines + hostsPerLeaf);
            List<Node> host = sketch.nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, groups * leaves * hostsPerLeaf, 1);
            for (int group = 0; group < groups; group++) {
                for (int i = group * leaves; i < (group + 1) * leaves; i++) {
                    for (int up = 0; up < spines; up++) {
                        sketch.link(spine.get(group * spines + up), i % leaves + 1, leaf.get(i), up + 1);
                    }
                    for (int down = 0; down < hostsPerLeaf; down++) {
                        sketch.link(leaf.get(i), spines + down + 1, host.get(i * hostsPerLeaf + down), 1);
                    }
                }
                for (int other = group + 1; other < groups; other++) {
                    int here = other - group - 1;
                    int there = groups - (other - group) - 1;
                    sketch.link(
                            spine.get(group * spines + here % spines), leaves + here / spines + 1,
                            spine.get(other * spines + there % spines), leaves + there / spines + 1);
                }
            }
            return sketch.topology();
        }
    }
}
