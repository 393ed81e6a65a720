package io.verbena.embedded.node;

import io.verbena.iba.SlToVlMappingTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The mapping of service levels to virtual lanes, for each route through a node. By default, the levels are distributed
 * evenly over the lanes.
 */
public final class ServiceLevels {
    /** The lane that drops packets (IBA 14.2.5.8). */
    public static final int DROPPED = 15;

    /** Number of service levels. */
    public static final int LEVELS = 16;

    private final Map<Integer, SlToVlMappingTable> tables = new HashMap<>();
    private final Map<Integer, Fault> faults = new HashMap<>();

    /** The lanes of the levels that {@link #drop} took from one table. */
    private record Fault(int out, SortedMap<Integer, Integer> lanes) {}

    /** Returns whether no table has been set and no level is dropped. */
    public boolean isDefault() {
        return tables.isEmpty();
    }

    /**
     * Returns whether a packet may leave by a port.
     *
     * @param in the port at which the packet arrived; 0 if it originates in the node
     * @param out the port by which the packet would leave
     * @param level the service level of the packet
     * @param lanes the number of operational virtual lanes of the port by which the packet would leave
     */
    public boolean passes(int in, int out, int level, int lanes) {
        return tables.isEmpty() || table(in, out, lanes).vl(level) < lanes;
    }

    /** Returns the service levels with which packets may take a route through the node, one bit per level. */
    public int carried(int in, int out, int lanes) {
        int levels = 0;
        for (int level = 0; level < LEVELS; level++) {
            levels |= passes(in, out, level, lanes) ? 1 << level : 0;
        }
        return levels;
    }

    /** Returns the table for a route through the node. The table must not be modified. */
    public SlToVlMappingTable table(int in, int out, int lanes) {
        SlToVlMappingTable table = tables.get(key(in, out));
        return table == null ? original(lanes) : table;
    }

    private static SlToVlMappingTable original(int lanes) {
        SlToVlMappingTable table = new SlToVlMappingTable();
        for (int level = 0; level < LEVELS; level++) {
            table.vl(level, level % lanes);
        }
        return table;
    }

    /** Drops packets of a level on a route through the node, until {@link #restore} is called or the table is set. */
    public void drop(int in, int out, int level, int lanes) {
        SlToVlMappingTable table = SlToVlMappingTable.LAYOUT.copy(table(in, out, lanes));
        faults.computeIfAbsent(key(in, out), key -> new Fault(out, new TreeMap<>()))
                .lanes()
                .putIfAbsent(level, table.vl(level));
        tables.put(key(in, out), table.vl(level, DROPPED));
    }

    /** Returns the levels that are dropped on at least one route to a port. */
    public SortedSet<Integer> dropped(int out) {
        SortedSet<Integer> levels = new TreeSet<>();
        faults.values().stream()
                .filter(fault -> fault.out() == out)
                .forEach(fault -> levels.addAll(fault.lanes().keySet()));
        return levels;
    }

    /** Gives the dropped levels back their lanes. */
    public void restore() {
        faults.forEach((key, fault) -> {
            SlToVlMappingTable table = SlToVlMappingTable.LAYOUT.copy(Objects.requireNonNull(tables.get(key)));
            fault.lanes().forEach(table::vl);
            tables.put(key, table);
        });
        faults.clear();
    }

    /** Sets the table for a route through the node. */
    public void table(int in, int out, SlToVlMappingTable table) {
        faults.remove(key(in, out));
        tables.put(key(in, out), SlToVlMappingTable.LAYOUT.copy(table));
    }

    void clear() {
        tables.clear();
        faults.clear();
    }

    private static int key(int in, int out) {
        return in << Byte.SIZE | out;
    }
}
