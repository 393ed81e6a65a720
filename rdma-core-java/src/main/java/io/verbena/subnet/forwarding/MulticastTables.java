package io.verbena.subnet.forwarding;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Multicast forwarding tables of the switches of a subnet, with one bit per port and group. Immutable. */
public final class MulticastTables {
    private final Map<Guid, Table> tables;
    private final List<RdmaException> failures;

    MulticastTables(Map<Guid, Table> tables, List<RdmaException> failures) {
        this.tables = Collections.unmodifiableMap(tables);
        this.failures = List.copyOf(failures);
    }

    /**
     * Returns tables from another source, such as a file.
     *
     * @param tables for each switch, the exit ports of each group
     */
    public static MulticastTables of(Map<Guid, ? extends Map<Lid, BitSet>> tables) {
        Map<Guid, Table> copies = new HashMap<>();
        tables.forEach((node, groups) -> copies.put(node, Table.of(groups)));
        return new MulticastTables(copies, List.of());
    }

    /** Reads the tables of all switches. Cancelling the future ends the reading. */
    public static CompletableFuture<MulticastTables> readAsync(Subnet subnet, MadTransactor mad) {
        return new Reading(subnet, mad).start();
    }

    /**
     * Reads the tables of all switches and waits for them. A table that cannot be read is omitted and listed in {@link
     * #failures}.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public static MulticastTables read(Subnet subnet, MadTransactor mad) {
        Reading reading = new Reading(subnet, mad);
        return reading.await(reading.start());
    }

    /** Returns the failures, with paths. */
    public List<RdmaException> failures() {
        return failures;
    }

    /** Returns the switches whose tables were read, at least in part. */
    public Set<Guid> switches() {
        return tables.keySet();
    }

    /** Returns the ports through which a switch forwards packets to a group; empty if the entry was not read. */
    public BitSet exits(Guid node, Lid group) {
        Table table = tables.get(node);
        return table == null ? new BitSet() : table.exits(group);
    }

    /** Returns the groups in the table of a switch. */
    public List<Lid> groups(Guid node) {
        Table table = tables.get(node);
        return table == null ? List.of() : table.groups();
    }

    /** Multicast forwarding table of a switch: masks of 16 ports, ordered by group and position. */
    private static final class Table {
        static final int BLOCK = 32;
        static final int PORTS = 16;

        private final int positions;
        private final char[] masks;

        Table(int groups, int positions) {
            this.positions = positions;
            this.masks = new char[groups * positions];
        }

        static Table of(Map<Lid, BitSet> groups) {
            int count = 0;
            int ports = 1;
            for (Map.Entry<Lid, BitSet> each : groups.entrySet()) {
                count = Math.max(count, each.getKey().bits() - Lid.FIRST_MULTICAST.bits() + 1);
                ports = Math.max(ports, each.getValue().length());
            }
            Table table = new Table(count, (ports + PORTS - 1) / PORTS);
            groups.forEach((group, exits) -> {
                int first = (group.bits() - Lid.FIRST_MULTICAST.bits()) * table.positions;
                exits.stream().forEach(port -> table.masks[first + port / PORTS] |= (char) (1 << port % PORTS));
            });
            return table;
        }

        void put(int block, int position, MulticastForwardingTable answer) {
            for (int i = 0; i < BLOCK; i++) {
                int at = (block * BLOCK + i) * positions + position;
                if (at < masks.length) {
                    masks[at] = (char) answer.portMask(i);
                }
            }
        }

        BitSet exits(Lid group) {
            BitSet exits = new BitSet();
            int first = (group.bits() - Lid.FIRST_MULTICAST.bits()) * positions;
            if (first < 0 || first >= masks.length) {
                return exits;
            }
            for (int position = 0; position < positions; position++) {
                for (int bit = 0; bit < PORTS; bit++) {
                    exits.set(position * PORTS + bit, (masks[first + position] >>> bit & 1) != 0);
                }
            }
            return exits;
        }

        List<Lid> groups() {
            return IntStream.range(0, masks.length / positions)
                    .mapToObj(index -> Lid.of(Lid.FIRST_MULTICAST.bits() + index))
                    .filter(group -> !exits(group).isEmpty())
                    .toList();
        }
    }

    /**
     * Reads multicast forwarding tables up to MulticastFDBTop or, if a switch does not support that, up to their capacity.
     */
    private static final class Reading extends TableReading<MulticastTables, MulticastForwardingTable> {
        /** Shift of the port position in the attribute modifier (IBA 14.2.5.12). */
        private static final int POSITION = 28;

        private final Map<Guid, Table> tables = new HashMap<>();

        Reading(Subnet subnet, MadTransactor mad) {
            super(subnet, mad, MulticastForwardingTable.class);
        }

        private static int groups(Node node) {
            int room = Math.min(
                    node.switchInfo().map(SwitchInfo::multicastFdbCap).orElse(0),
                    Lid.PERMISSIVE.bits() - Lid.FIRST_MULTICAST.bits());
            int top = node.switchInfo().map(SwitchInfo::multicastFdbTop).orElse(0);
            return top == 0 ? room : Math.max(0, Math.min(room, top - Lid.FIRST_MULTICAST.bits() + 1));
        }

        private static int positions(Node node) {
            return node.info().numPorts() / Table.PORTS + 1;
        }

        @Override
        List<Long> blocks(Node node) {
            List<Long> blocks = new ArrayList<>();
            for (long block = 0; block * Table.BLOCK < groups(node); block++) {
                for (long position = 0; position < positions(node); position++) {
                    blocks.add(position << POSITION | block);
                }
            }
            return blocks;
        }

        @Override
        void accept(Node node, int index, MulticastForwardingTable answer) {
            int positions = positions(node);
            tables.computeIfAbsent(node.guid(), absent -> new Table(groups(node), positions))
                    .put(index / positions, index % positions, answer);
        }

        @Override
        MulticastTables finish(List<RdmaException> notRead) {
            return new MulticastTables(tables, notRead);
        }
    }
}
