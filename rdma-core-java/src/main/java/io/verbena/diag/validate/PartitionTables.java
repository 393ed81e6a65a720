package io.verbena.diag.validate;

import io.verbena.iba.PKeyTable;
import io.verbena.subnet.Port;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The partition keys of ports. Complete once the sweep that fills it has ended; then safe for use by several threads.
 */
public final class PartitionTables {
    /** The bit of a key that means full membership. */
    static final int FULL = 0x8000;

    static final int BLOCK = 32;

    private static final int BASE = 0x7fff;

    private final Map<Port, Set<Integer>> keys = new HashMap<>();

    /** Creates tables without entries. */
    public PartitionTables() {}

    /** Adds a block of the table of a port. */
    public void block(Port port, PKeyTable table) {
        Set<Integer> known = keys.computeIfAbsent(port, absent -> new TreeSet<>());
        for (int i = 0; i < BLOCK; i++) {
            if ((table.pKey(i) & BASE) != 0) {
                known.add(table.pKey(i));
            }
        }
    }

    /** Returns the ports whose tables were read. */
    public Set<Port> ports() {
        return keys.keySet();
    }

    /** Returns the valid keys of a port, in ascending order. */
    public Set<Integer> of(Port port) {
        return keys.getOrDefault(port, Set.of());
    }

    /** Returns the number of a partition without the bit of membership. */
    static int base(int key) {
        return key & BASE;
    }
}
