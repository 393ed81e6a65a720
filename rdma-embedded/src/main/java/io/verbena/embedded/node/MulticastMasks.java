package io.verbena.embedded.node;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The multicast forwarding table of a switch: by which ports it sends to a multicast LID. */
public final class MulticastMasks {
    /** How many LIDs a block covers. */
    public static final int BLOCK = 32;

    /** How many multicast LIDs a switch knows. */
    public static final int ENTRIES = 0x1000;

    /** How many ports one mask covers. */
    public static final int MASK_PORTS = 16;

    private static final int FIRST_LID = 0xc000;

    private final Map<Integer, BitSet> ports = new HashMap<>();

    /** The ports for a multicast LID; only to be read. */
    public BitSet ports(int lid) {
        return ports.getOrDefault(lid, new BitSet());
    }

    /** The mask of 16 ports from {@code position * 16} on. */
    public int mask(int entry, int position) {
        BitSet set = ports(FIRST_LID + entry);
        int mask = 0;
        for (int bit = 0; bit < MASK_PORTS; bit++) {
            mask |= set.get(position * MASK_PORTS + bit) ? 1 << bit : 0;
        }
        return mask;
    }

    /** Sets the mask of 16 ports. */
    public void mask(int entry, int position, int mask) {
        BitSet set = ports.computeIfAbsent(FIRST_LID + entry, first -> new BitSet());
        for (int bit = 0; bit < MASK_PORTS; bit++) {
            set.set(position * MASK_PORTS + bit, (mask >>> bit & 1) != 0);
        }
        if (set.isEmpty()) {
            ports.remove(FIRST_LID + entry);
        }
    }

    void clear() {
        ports.clear();
    }
}
