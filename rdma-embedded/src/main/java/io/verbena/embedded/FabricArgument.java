package io.verbena.embedded;

import io.verbena.diag.ibdm.LinkList;
import io.verbena.error.NearestNames;
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
}
