package io.verbena.shell.view;

import io.verbena.diag.routing.Destinations.Destination;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.SwitchName;
import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Renders forwarding tables in the layout of ibroute and dump_fts.
 *
 * @param brief whether to show no node names and, of a multicast group, a mask of its ports
 * @param all whether to show invalid entries as well
 * @param dump whether to use the headings of dump_fts
 */
public record ForwardingTableView(boolean brief, boolean all, boolean dump) {
    private static final int MASK_BITS = 16;

    /** Returns the table of a switch. */
    public List<String> of(UnicastTable table) {
        List<String> lines = new ArrayList<>();
        lines.add(head("Unicast lids", table.first(), table.last(), table.node()));
        lines.add("  Lid  Out   Destination");
        lines.add("       Port     Info ");
        Destination before = null;
        for (UnicastTable.Entry entry : table.entries()) {
            String line = "0x%04x %03d ".formatted(entry.lid(), entry.port());
            boolean nowhere = entry.port() > table.node().ports();
            lines.add(brief ? line : line + ": (" + (nowhere ? "illegal port" : destination(entry, before)) + ")");
            before = entry.destination();
        }
        lines.add(table.entries().size() + (all ? "" : " valid") + " lids dumped ");
        return lines;
    }

    /** Returns the multicast table of a switch. */
    public List<String> of(MulticastTable table) {
        List<String> lines = new ArrayList<>();
        lines.add(head("Multicast mlids", table.first(), table.last(), table.node()));
        int ports = table.node().ports();
        if (brief) {
            lines.add(" MLid       Port Mask");
        } else {
            if (ports >= 10) {
                lines.add("            " + row(ports, port -> port % 10 == 0 ? String.valueOf(port / 10) : " "));
            }
            lines.add("     Ports: " + row(ports, port -> String.valueOf(port % 10)));
            lines.add(" MLid");
        }
        for (MulticastTable.Group group : table.groups()) {
            lines.add("0x%04x      ".formatted(group.lid())
                    + (brief
                            ? masks(group.ports(), ports)
                            : row(ports, port -> group.ports().contains(port) ? "x" : " ")));
        }
        lines.add(table.groups().size() + (all ? "" : " valid") + " mlids dumped ");
        return lines;
    }

    /**
     * Returns the heading. dump_fts shows the LIDs of a directed route as 0, ibroute as the permissive LID.
     */
    private String head(String kind, int first, int last, SwitchName node) {
        String place = dump && node.path() instanceof DirectedPath route
                ? "DR path slid 0; dlid 0; " + route.route()
                : SmpqueryView.name(node.path());
        return "%s [0x%x-0x%x] of switch %s guid %s (%s):"
                .formatted(kind, first, last, place, node.guid().toHex(), Names.printable(node.name()));
    }

    /** Returns the destination of an entry, or its number among the LIDs of the same port as the entry before it. */
    private static String destination(UnicastTable.Entry entry, @Nullable Destination before) {
        Destination found = entry.destination();
        if (found == null) {
            return "unknown node and type";
        }
        String port = "portguid " + found.portGuid().toHex();
        return found.equals(before)
                ? "path #%d out of %d: %s".formatted(entry.lid() - found.base().bits() + 1, found.lids(), port)
                : "%s %s: '%s'".formatted(found.type().text(), port, Names.printable(found.name()));
    }

    private static String row(int ports, IntFunction<String> cell) {
        return IntStream.rangeClosed(0, ports)
                .mapToObj(port -> cell.apply(port) + " ")
                .collect(Collectors.joining());
    }

    private static String masks(List<Integer> members, int ports) {
        return IntStream.rangeClosed(0, ports / MASK_BITS)
                .mapToObj(position -> "%04x"
                        .formatted(members.stream()
                                .filter(port -> port / MASK_BITS == position)
                                .mapToInt(port -> 1 << port % MASK_BITS)
                                .sum()))
                .collect(Collectors.joining());
    }
}
