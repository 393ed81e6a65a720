package io.verbena.sm;

import io.verbena.iba.LinearForwardingTable;
import java.util.Arrays;
import java.util.BitSet;

/** The linear forwarding table of a switch as it was last set. */
final class LinearTables {
    private static final int BLOCK = LinearForwardingTable.LENGTH;

    private byte[] entries = new byte[0];
    private final BitSet known = new BitSet();

    /** Records a block. */
    void put(LinearForwardingTable block, int number) {
        int end = (number + 1) * BLOCK;
        if (entries.length < end) {
            entries = Arrays.copyOf(entries, end);
        }
        block.copyTo(entries, number * BLOCK);
        known.set(number);
    }

    /** Returns whether the switch is known to hold a block of a table. */
    boolean holds(byte[] table, int number) {
        int from = number * BLOCK;
        return known.get(number) && Arrays.equals(table, from, from + BLOCK, entries, from, from + BLOCK);
    }

    /** Returns the port by which the switch forwards a LID; 255 for none. */
    int port(int lid) {
        return known.get(lid / BLOCK) ? entries[lid] & 0xff : ManagedNode.NOWHERE;
    }

    /** Returns a block, without routes if it is not known. */
    byte[] block(int number) {
        byte[] block = new byte[BLOCK];
        if (known.get(number)) {
            System.arraycopy(entries, number * BLOCK, block, 0, BLOCK);
        } else {
            Arrays.fill(block, (byte) ManagedNode.NOWHERE);
        }
        return block;
    }

    void clear() {
        known.clear();
    }
}
