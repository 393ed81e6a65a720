package io.verbena.embedded.node;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The linear forwarding table of a switch. A block that was not set is computed from the origin of the table when it is
 * first used.
 */
public final class LinearTable {
    /** Number of LIDs in a block. */
    public static final int BLOCK = 64;

    /** Number of LIDs in the table. */
    public static final int ENTRIES = 0xc000;

    /** The entry of a LID that is not forwarded. */
    public static final int NOWHERE = 0xff;

    private static final byte[] EMPTY = new byte[BLOCK];

    static {
        Arrays.fill(EMPTY, (byte) NOWHERE);
    }

    /** Computes the entries of blocks that were not set. */
    @FunctionalInterface
    public interface Origin {
        /** Returns the port by which the switch forwards to a LID, or {@link #NOWHERE}. */
        int port(int lid);
    }

    private @Nullable Origin origin;
    private final byte[] @Nullable [] blocks = new byte[ENTRIES / BLOCK][];

    /** Sets the origin of blocks that were not set. */
    public void begin(Origin initial) {
        origin = initial;
    }

    /** Returns the origin of blocks that were not set; null if they are empty. */
    public @Nullable Origin origin() {
        return origin;
    }

    void clear() {
        origin = null;
        Arrays.fill(blocks, null);
    }

    /** Returns the port to a LID: 0 for the switch itself, {@link #NOWHERE} for none. */
    public int port(int lid) {
        return lid <= 0 || lid >= ENTRIES ? NOWHERE : block(lid / BLOCK)[lid % BLOCK] & 0xff;
    }

    /** Returns the entries of a block, counted from 0. The array must not be modified. */
    public byte[] block(int number) {
        byte[] block = blocks[number];
        if (block != null) {
            return block;
        }
        if (origin == null) {
            return EMPTY;
        }
        block = original(origin, number);
        blocks[number] = block;
        return block;
    }

    private byte[] original(Origin from, int number) {
        byte[] block = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            block[i] = (byte) from.port(number * BLOCK + i);
        }
        return block;
    }

    /** Sets the entries of a block. */
    public void block(int number, byte[] entries) {
        blocks[number] = entries.clone();
    }
}
