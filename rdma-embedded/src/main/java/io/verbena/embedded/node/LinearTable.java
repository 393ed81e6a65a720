package io.verbena.embedded.node;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The linear forwarding table of a switch. Blocks that nobody has set hold what the subnet manager is said to have left
 * there, which is worked out when a block is first looked at.
 */
public final class LinearTable {
    /** How many LIDs a block covers. */
    public static final int BLOCK = 64;

    /** How many LIDs there are. */
    public static final int ENTRIES = 0xc000;

    /** The entry of a LID that leads nowhere. */
    public static final int NOWHERE = 0xff;

    private static final byte[] EMPTY = new byte[BLOCK];

    static {
        Arrays.fill(EMPTY, (byte) NOWHERE);
    }

    /** What a table holds before it is set. */
    @FunctionalInterface
    public interface Origin {
        /** The port by which this switch forwards to a LID, or {@link #NOWHERE}. */
        int port(Node from, int lid);
    }

    private final Node owner;
    private @Nullable Origin origin;
    private final byte[] @Nullable [] blocks = new byte[ENTRIES / BLOCK][];

    LinearTable(Node owner) {
        this.owner = owner;
    }

    /** Says what it holds where it was not set. */
    public void begin(Origin initial) {
        origin = initial;
    }

    /** What it holds where it was not set; null for nothing. */
    public @Nullable Origin origin() {
        return origin;
    }

    /** Forgets everything. */
    void clear() {
        origin = null;
        Arrays.fill(blocks, null);
    }

    /** The port to a LID, 0 for the switch itself, {@link #NOWHERE} for none. */
    public int port(int lid) {
        return lid <= 0 || lid >= ENTRIES ? NOWHERE : block(lid / BLOCK)[lid % BLOCK] & 0xff;
    }

    /** The entries of a block, from 0; only to be read. */
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
            block[i] = (byte) from.port(owner, number * BLOCK + i);
        }
        return block;
    }

    /** Replaces a block. */
    public void block(int number, byte[] entries) {
        blocks[number] = entries.clone();
    }
}
