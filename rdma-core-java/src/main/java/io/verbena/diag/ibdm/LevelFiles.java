package io.verbena.diag.ibdm;

import io.verbena.diag.validate.LaneTables;
import io.verbena.diag.validate.PathLevels;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads and writes the files of ibdiagnet about service levels: {@code .psl} with the level of each path, and {@code
 * .slvl} with the virtual lanes of each level at each pair of ports of a switch.
 */
public final class LevelFiles {
    private static final Pattern PATH = Pattern.compile("0x(\\p{XDigit}{1,16})\\s+(\\d{1,5})\\s+(\\d{1,2})\\s*");
    private static final Pattern LANES = Pattern.compile(
            "0x(\\p{XDigit}{1,16})\\s+(\\d{1,3})\\s+(\\d{1,3})\\s+(?:-raw_vl_by_sl\\s+)?((?:0x\\p{XDigit}{1,2}\\s*){8})");
    private static final int MAX_LID = Lid.FIRST_MULTICAST.bits() - 1;
    private static final int LEVELS = 16;

    private LevelFiles() {}

    /**
     * Reads the service levels of paths.
     *
     * @throws RdmaException if the file cannot be read, or a line is no path
     */
    public static PathLevels readPaths(Path file) {
        return SourceLines.read(file, new PathLevels(), LevelFiles::path);
    }

    /**
     * Reads the service levels of paths from lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line is no path
     */
    public static PathLevels parsePaths(String source, List<String> lines) {
        return SourceLines.read(source, lines, new PathLevels(), LevelFiles::path);
    }

    private static void path(PathLevels levels, SourceLines at, String line) {
        if (line.isBlank()) {
            return;
        }
        Matcher path = PATH.matcher(line);
        if (!path.matches()) {
            throw at.expected("the GUID of a node, a LID and a service level, such as '0x0008f10400010000 12 0'");
        }
        int lid = at.number(path.group(2), 10, MAX_LID, "a unicast LID");
        int level = at.number(path.group(3), 10, LEVELS - 1, "a service level");
        if (lid > 0) {
            levels.put(at.guid(path.group(1)), Lid.of(lid), level);
        }
    }

    /** Returns the lines of the service levels of all paths between end ports of a subnet. */
    public static Stream<String> paths(Subnet subnet, PathLevels levels) {
        List<Lid> lids = subnet.nodes().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> port.isEndPort() && port.lid().isUnicast())
                .map(Port::lid)
                .sorted()
                .toList();
        return subnet.nodes().stream()
                .flatMap(node -> lids.stream()
                        .map(lid -> node.guid().toHex() + " " + lid.bits() + " " + levels.level(node.guid(), lid)));
    }

    /**
     * Reads the virtual lanes of the switches of a subnet. Lines about other switches are ignored.
     *
     * @throws RdmaException if the file cannot be read, or a line is no mapping
     */
    public static LaneTables readLanes(Subnet subnet, Path file) {
        return SourceLines.read(file, new LaneTables(), (lanes, at, line) -> lanes(subnet, lanes, at, line));
    }

    /**
     * Reads the virtual lanes of the switches of a subnet from lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line is no mapping
     */
    public static LaneTables parseLanes(Subnet subnet, String source, List<String> lines) {
        return SourceLines.read(source, lines, new LaneTables(), (lanes, at, line) -> lanes(subnet, lanes, at, line));
    }

    /** Returns tables in which each service level has the virtual lane of the same number, at all ports with a link. */
    public static LaneTables identity(Subnet subnet) {
        LaneTables lanes = new LaneTables();
        SlToVlMappingTable table = new SlToVlMappingTable();
        for (int level = 0; level < LEVELS; level++) {
            table.vl(level, level);
        }
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            for (Port in : node.ports()) {
                node.ports().forEach(out -> lanes.mapping(node, in.number(), out.number(), table));
            }
        }
        return lanes;
    }

    private static void lanes(Subnet subnet, LaneTables lanes, SourceLines at, String line) {
        if (line.isBlank()) {
            return;
        }
        Matcher mapping = LANES.matcher(line);
        if (!mapping.matches()) {
            throw at.expected(
                    "the GUID of a switch, two ports and eight bytes, such as '0x0002c90000010000 1 2 0x01 …'");
        }
        Optional<Node> node = subnet.node(at.guid(mapping.group(1)));
        int ports = node.map(found -> found.info().numPorts()).orElse(254);
        int in = at.number(mapping.group(2), 10, ports, "the number of a port");
        int out = at.number(mapping.group(3), 10, ports, "the number of a port");
        SlToVlMappingTable table = new SlToVlMappingTable();
        String[] bytes = mapping.group(4).strip().split("\\s+", -1);
        for (int i = 0; i < bytes.length; i++) {
            int value = at.number(bytes[i].substring(2), 16, 255, "a byte");
            table.vl(2 * i, value >>> 4).vl(2 * i + 1, value & 0xf);
        }
        node.ifPresent(found -> lanes.mapping(found, in, out, table));
    }

    /**
     * Writes the lines of the virtual lanes of all switches, as far as they were read.
     *
     * @param sink receives the switch of a line, and the line
     */
    public static void lanes(Subnet subnet, LaneTables lanes, BiConsumer<Node, String> sink) {
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            for (int in = 0; in <= node.info().numPorts(); in++) {
                for (int out = 0; out <= node.info().numPorts(); out++) {
                    Optional<int[]> mapping = lanes.mapping(node, in, out);
                    if (mapping.isPresent()) {
                        sink.accept(node, line(node.guid(), in, out, mapping.get()));
                    }
                }
            }
        }
    }

    private static String line(Guid guid, int in, int out, int[] lanes) {
        List<String> words = new ArrayList<>(List.of(guid.toHex(), String.valueOf(in), String.valueOf(out)));
        for (int level = 0; level < LEVELS; level += 2) {
            words.add(String.format("0x%x%x", lanes[level], lanes[level + 1]));
        }
        return String.join(" ", words);
    }
}
