package io.verbena.diag.ibdm;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.subnet.forwarding.MulticastTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes dumps of forwarding tables: the files {@code .fdbs} and {@code .mcfdbs} of ibdiagnet, and {@code
 * opensm.fdbs} and {@code opensm.mcfdbs} of opensm. The columns Hops and Optimal are not read.
 */
public final class RoutingDumps {
    private static final Pattern SWITCH = Pattern.compile(".*\\bSwitch 0x(\\p{XDigit}{1,16})\\s*");
    private static final Pattern ROUTE = Pattern.compile("0x(\\p{XDigit}{1,8})\\s*:\\s*(\\d{1,3}|UNREACHABLE)\\b.*");
    private static final Pattern TREE = Pattern.compile("0x(\\p{XDigit}{1,8})\\s*:\\s*((?:0x\\p{XDigit}{1,3}\\s*)*)");
    private static final int MAX_PORT = 254;

    private RoutingDumps() {}

    /**
     * Reads linear forwarding tables.
     *
     * @throws RdmaException if the file cannot be read or has a line that is no entry
     */
    public static ForwardingTables readUnicast(Path file) {
        return SourceLines.read(file, new UnicastParser(), UnicastParser::accept)
                .tables();
    }

    /**
     * Reads linear forwarding tables from lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line is no entry
     */
    public static ForwardingTables parseUnicast(String source, List<String> lines) {
        return SourceLines.read(source, lines, new UnicastParser(), UnicastParser::accept)
                .tables();
    }

    /** Returns the lines of the linear forwarding tables of a subnet. LIDs without a route are {@code UNREACHABLE}. */
    public static List<String> unicast(Subnet subnet, ForwardingTables tables) {
        BitSet lids = new BitSet();
        subnet.nodes().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> port.isEndPort() && port.lid().isUnicast())
                .forEach(port -> lids.set(port.lid().bits(), port.lid().bits() + (1 << port.lmc())));
        List<String> lines = new ArrayList<>();
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            lines.add("osm_ucast_mgr_dump_ucast_routes: Switch " + node.guid().toHex());
            lines.add("LID    : Port : Hops : Optimal");
            byte[] table = tables.table(node.guid());
            for (int lid = 1; lid < table.length; lid++) {
                int exit = table[lid] & 0xff;
                if (exit != ForwardingTables.NOWHERE) {
                    lines.add(String.format("0x%04X : %03d  : 00   : yes", lid, exit));
                } else if (lids.get(lid)) {
                    lines.add(String.format("0x%04X : UNREACHABLE", lid));
                }
            }
            lines.add("");
        }
        return lines;
    }

    /**
     * Reads multicast forwarding tables.
     *
     * @throws RdmaException if the file cannot be read or has a line that is no entry
     */
    public static MulticastTables readMulticast(Path file) {
        return MulticastTables.of(SourceLines.read(file, new MulticastParser(), MulticastParser::accept).tables);
    }

    /**
     * Reads multicast forwarding tables from lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line is no entry
     */
    public static MulticastTables parseMulticast(String source, List<String> lines) {
        MulticastParser parser = new MulticastParser();
        return MulticastTables.of(SourceLines.read(source, lines, parser, MulticastParser::accept).tables);
    }

    /** Returns the lines of the multicast forwarding tables of a subnet. */
    public static List<String> multicast(Subnet subnet, MulticastTables tables) {
        List<String> lines = new ArrayList<>();
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            lines.add("");
            lines.add("Switch " + node.guid().toHex());
            lines.add("LID    : Out Port(s) ");
            for (Lid group : tables.groups(node.guid())) {
                lines.add(String.format("0x%04X : ", group.bits())
                        + tables.exits(node.guid(), group).stream()
                                .mapToObj(port -> String.format("0x%03X ", port))
                                .collect(Collectors.joining()));
            }
        }
        return lines;
    }

    private static boolean isHeading(String line) {
        return line.isBlank() || line.startsWith("LID ") || line.startsWith("#");
    }

    private static final class UnicastParser {
        private static final String EXPECTED = "'Switch 0x…', or an entry, such as '0x0001 : 001  : 00   : yes'";

        private final Map<Guid, byte[]> tables = new HashMap<>();
        private @Nullable Guid node;
        private byte[] table = new byte[0];
        private int top = -1;

        void accept(SourceLines at, String line) {
            Matcher heading = SWITCH.matcher(line);
            if (heading.matches()) {
                finish();
                node = at.guid(heading.group(1));
                return;
            }
            if (isHeading(line)) {
                return;
            }
            Matcher route = ROUTE.matcher(line);
            if (!route.matches() || node == null) {
                throw at.expected(EXPECTED);
            }
            int lid = at.number(route.group(1), 16, Lid.FIRST_MULTICAST.bits() - 1, "a unicast LID");
            String port = route.group(2);
            int exit = port.equals("UNREACHABLE") ? ForwardingTables.NOWHERE : at.number(port, 10, 255, "a port");
            if (lid >= table.length) {
                int length = table.length;
                table = Arrays.copyOf(table, Math.max(lid + 1, 2 * length));
                Arrays.fill(table, length, table.length, (byte) ForwardingTables.NOWHERE);
            }
            table[lid] = (byte) exit;
            top = Math.max(top, lid);
        }

        private void finish() {
            if (node != null) {
                tables.put(node, Arrays.copyOf(table, top + 1));
            }
            table = new byte[0];
            top = -1;
        }

        ForwardingTables tables() {
            finish();
            return ForwardingTables.of(tables);
        }
    }

    private static final class MulticastParser {
        private final Map<Guid, Map<Lid, BitSet>> tables = new HashMap<>();
        private @Nullable Map<Lid, BitSet> table;

        void accept(SourceLines at, String line) {
            Matcher heading = SWITCH.matcher(line);
            if (heading.matches()) {
                table = new TreeMap<>();
                tables.put(at.guid(heading.group(1)), table);
                return;
            }
            if (isHeading(line)) {
                return;
            }
            Matcher tree = TREE.matcher(line);
            if (!tree.matches() || table == null) {
                throw at.expected("'Switch 0x…', or a group, such as '0xC000 : 0x001 0x003'");
            }
            int group = at.number(tree.group(1), 16, Lid.PERMISSIVE.bits() - 1, "a multicast LID");
            if (group < Lid.FIRST_MULTICAST.bits()) {
                throw at.expected("a multicast LID from 0xC000");
            }
            BitSet exits = new BitSet();
            for (String word : tree.group(2).strip().split("\\s+", -1)) {
                if (!word.isEmpty()) {
                    exits.set(at.number(word.substring(2), 16, MAX_PORT, "a port"));
                }
            }
            table.put(Lid.of(group), exits);
        }
    }
}
