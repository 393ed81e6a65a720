package io.verbena.embedded.node;

import io.verbena.iba.SlToVlMappingTable;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The virtual lanes of the service levels, for each way through a node. Until it is set, the levels take the lanes in turns. */
public final class ServiceLevels {
    /** The lane that stands for none: a packet that is given to it is dropped (IBA 14.2.5.8). */
    public static final int DROPPED = 15;

    /** How many levels there are. */
    public static final int LEVELS = 16;

    private final Map<Integer, SlToVlMappingTable> tables = new HashMap<>();
    private final Map<Integer, Fault> faults = new HashMap<>();

    /** The lanes that some levels had before they were dropped. */
    private record Fault(int in, Port out, SortedMap<Integer, Integer> lanes) {}

    /** Whether a packet of this level that came in by a port may leave by another. */
    public boolean passes(int in, Port out, int level) {
        return tables.isEmpty() || table(in, out).vl(level) < lanes(out);
    }

    /** The levels of packets that came in by a port and may leave by another, a bit for each. */
    public int carried(int in, Port out) {
        int levels = 0;
        for (int level = 0; level < LEVELS; level++) {
            levels |= passes(in, out, level) ? 1 << level : 0;
        }
        return levels;
    }

    /** The table from one port to another; only to be read. */
    public SlToVlMappingTable table(int in, Port out) {
        SlToVlMappingTable table = tables.get(key(in, out));
        return table == null ? original(lanes(out)) : table;
    }

    private static SlToVlMappingTable original(int lanes) {
        SlToVlMappingTable table = new SlToVlMappingTable();
        for (int level = 0; level < LEVELS; level++) {
            table.vl(level, level % lanes);
        }
        return table;
    }

    private static int lanes(Port port) {
        return switch (port.info().operationalVls()) {
            case VL0 -> 1;
            case VL0_TO_1 -> 2;
            case VL0_TO_3 -> 4;
            case VL0_TO_14 -> 15;
            case VL0_TO_7, NO_CHANGE, UNKNOWN -> 8;
        };
    }

    /** Drops a level on its way from one port to another, until {@link #restore} or until the table is set. */
    public void drop(int in, Port out, int level) {
        SlToVlMappingTable table = SlToVlMappingTable.LAYOUT.copy(table(in, out));
        faults.computeIfAbsent(key(in, out), key -> new Fault(in, out, new TreeMap<>()))
                .lanes()
                .putIfAbsent(level, table.vl(level));
        tables.put(key(in, out), table.vl(level, DROPPED));
    }

    /** The levels that are dropped on some way to a port. */
    public SortedSet<Integer> dropped(Port out) {
        SortedSet<Integer> levels = new TreeSet<>();
        faults.values().stream()
                .filter(fault -> fault.out().equals(out))
                .forEach(fault -> levels.addAll(fault.lanes().keySet()));
        return levels;
    }

    /** Gives the levels that were dropped their lanes again. */
    public void restore() {
        faults.forEach((key, fault) -> {
            SlToVlMappingTable table = SlToVlMappingTable.LAYOUT.copy(table(fault.in(), fault.out()));
            fault.lanes().forEach(table::vl);
            tables.put(key, table);
        });
        faults.clear();
    }

    /** Sets a table. */
    public void table(int in, Port out, SlToVlMappingTable table) {
        faults.remove(key(in, out));
        tables.put(key(in, out), SlToVlMappingTable.LAYOUT.copy(table));
    }

    void clear() {
        tables.clear();
        faults.clear();
    }

    private static int key(int in, Port out) {
        return in << Byte.SIZE | out.number();
    }
}
