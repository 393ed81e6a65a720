package io.verbena.subnet.forwarding;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Route;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * Linear forwarding tables of the switches of a subnet, with one byte per LID and switch. Immutable; it does not follow
 * changes of the fabric.
 */
public final class ForwardingTables {
    /** Entry of a LID that is not forwarded (IBA 14.2.5.10). */
    public static final int NOWHERE = 255;

    private final Map<Guid, byte[]> tables;
    private final List<RdmaException> failures;

    ForwardingTables(Map<Guid, byte[]> tables, List<RdmaException> failures) {
        this.tables = Collections.unmodifiableMap(tables);
        this.failures = List.copyOf(failures);
    }

    /**
     * Returns tables from another source, such as a file.
     *
     * @param tables for each switch, the exit port of each LID from 0 as an unsigned byte
     */
    public static ForwardingTables of(Map<Guid, byte[]> tables) {
        Map<Guid, byte[]> copies = new HashMap<>();
        tables.forEach((node, table) -> copies.put(node, table.clone()));
        return new ForwardingTables(copies, List.of());
    }

    /** Reads the tables of all switches. Cancelling the future ends the reading. */
    public static CompletableFuture<ForwardingTables> readAsync(Subnet subnet, MadTransactor mad) {
        return new Reading(subnet, mad, Lid.FIRST_MULTICAST.bits() - 1).start();
    }

    /**
     * Reads the tables of all switches up to a LID and waits for them; see {@link #read(Subnet, MadTransactor)}. This
     * saves requests if LinearFDBTop is far above the highest LID of the subnet.
     *
     * @param last the last LID to read
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public static ForwardingTables read(Subnet subnet, MadTransactor mad, Lid last) {
        Reading reading = new Reading(subnet, mad, last.bits());
        return reading.await(reading.start());
    }

    /**
     * Reads the tables of all switches and waits for them. A table that cannot be read is omitted and listed in {@link
     * #failures}.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public static ForwardingTables read(Subnet subnet, MadTransactor mad) {
        return read(subnet, mad, Lid.of(Lid.FIRST_MULTICAST.bits() - 1));
    }

    /** Returns the failures, with paths. */
    public List<RdmaException> failures() {
        return failures;
    }

    /** Returns the switches whose tables were read, at least in part. */
    public Set<Guid> switches() {
        return tables.keySet();
    }

    /** Returns the highest LID in the table of a switch; 0 if it has none. */
    public int top(Guid node) {
        return Math.max(0, tables.getOrDefault(node, new byte[0]).length - 1);
    }

    /**
     * Returns a copy of the table of a switch: the exit port of each LID from 0 to {@link #top}, as an unsigned byte.
     * Empty if the table was not read.
     */
    public byte[] table(Guid node) {
        return tables.getOrDefault(node, new byte[0]).clone();
    }

    /**
     * Returns the port through which a switch forwards packets to a LID: 0 for the switch itself, {@link #NOWHERE} for
     * none. Empty if the entry was not read.
     */
    public Optional<Integer> exit(Guid node, Lid lid) {
        byte[] table = tables.get(node);
        return table == null || lid.bits() >= table.length ? Optional.empty() : Optional.of(table[lid.bits()] & 0xff);
    }

    /**
     * Returns the route that packets to a LID take from a port.
     *
     * @throws RdmaException if the packets do not arrive; the message tells where they are lost
     */
    public Route route(Port from, Lid lid) {
        List<Port> exits = new ArrayList<>();
        Set<Node> visited = new HashSet<>();
        Port at = from;
        while (!at.endPort().has(lid)) {
            if (!visited.add(at.node())) {
                throw lost(from, lid, "they reach " + at.node() + " a second time");
            }
            Port exit = at.node().isSwitch() ? forward(from, at.node(), lid) : leave(from, at, lid);
            exits.add(exit);
            at = exit.peer().orElseThrow(() -> lost(from, lid, exit + " has no link"));
        }
        return new Route(from, exits);
    }

    private static Port leave(Port from, Port at, Lid lid) {
        if (at != from) {
            throw lost(from, lid, "they reach " + at + ", which has LID " + at.lid() + " and forwards nothing");
        }
        return at;
    }

    private Port forward(Port from, Node node, Lid lid) {
        int exit = exit(node.guid(), lid)
                .orElseThrow(() -> lost(from, lid, "the table of " + node + " has no entry for it"));
        if (exit == NOWHERE || exit == 0) {
            throw lost(from, lid, node + (exit == 0 ? " consumes them" : " has no route for them"));
        }
        return node.port(exit).orElseThrow(() -> lost(from, lid, node + " has no port " + exit));
    }

    private static RdmaException lost(Port from, Lid lid, String reason) {
        return new RdmaException("packets from " + from + " to LID " + lid + " are lost: " + reason);
    }

    /** Reads linear forwarding tables up to LinearFDBTop. */
    private static final class Reading extends TableReading<ForwardingTables, LinearForwardingTable> {
        private static final int BLOCK = 64;

        private final Map<Guid, byte[]> tables = new HashMap<>();
        private final Map<Guid, Integer> lengths = new HashMap<>();

        private final int last;

        Reading(Subnet subnet, MadTransactor mad, int last) {
            super(subnet, mad, LinearForwardingTable.class);
            this.last = last;
        }

        /** Returns the number of entries, including LID 0; 0 if a switch has no table. */
        private int length(Node node) {
            int top = node.switchInfo().map(SwitchInfo::linearFdbTop).orElse(0);
            return top == 0 ? 0 : Math.min(Math.min(top, last) + 1, Lid.FIRST_MULTICAST.bits());
        }

        @Override
        List<Long> blocks(Node node) {
            return LongStream.range(0, (length(node) + BLOCK - 1) / BLOCK)
                    .boxed()
                    .toList();
        }

        @Override
        void accept(Node node, int index, LinearForwardingTable block) {
            int from = index * BLOCK;
            int entries = Math.min(BLOCK, length(node) - from);
            byte[] table = tables.computeIfAbsent(node.guid(), absent -> new byte[length(node)]);
            System.arraycopy(block.toBytes(), 0, table, from, entries);
            lengths.put(node.guid(), from + entries);
        }

        @Override
        ForwardingTables finish(List<RdmaException> notRead) {
            lengths.forEach((node, length) -> tables.computeIfPresent(
                    node, (same, table) -> length == table.length ? table : Arrays.copyOf(table, length)));
            return new ForwardingTables(tables, notRead);
        }
    }
}
