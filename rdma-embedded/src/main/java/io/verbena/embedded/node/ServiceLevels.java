package io.verbena.embedded.node;

import io.verbena.iba.SlToVlMappingTable;
import java.util.HashMap;
import java.util.Map;

/** The virtual lanes of the service levels, for each way through a node. Until it is set, the levels take the lanes in turns. */
public final class ServiceLevels {
    /** The lane that stands for none: a packet that is given to it is dropped (IBA 14.2.5.8). */
    public static final int DROPPED = 15;

    /** How many levels there are. */
    public static final int LEVELS = 16;

    private final Map<Integer, SlToVlMappingTable> tables = new HashMap<>();

    /** Whether a packet of this level that came in by a port may leave by another. */
    public boolean passes(int in, Port out, int level) {
        return tables.isEmpty() || table(in, out).vl(level) < lanes(out);
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

    /** Sets a table. */
    public void table(int in, Port out, SlToVlMappingTable table) {
        tables.put(key(in, out), SlToVlMappingTable.LAYOUT.copy(table));
    }

    void clear() {
        tables.clear();
    }

    private static int key(int in, Port out) {
        return in << Byte.SIZE | out.number();
    }
}
