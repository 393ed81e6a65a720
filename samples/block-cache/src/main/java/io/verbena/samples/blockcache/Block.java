package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;

/**
 * A block at a moment in time.
 *
 * @param epoch the epoch of its server
 * @param generation the number of writes in that epoch; 0 if the block is empty
 * @param number the number of the block
 * @param data its bytes, a read-only buffer with its own position
 */
public record Block(long epoch, long generation, int number, ByteBuffer data) {
    /** Keeps a read-only view of the data. */
    public Block {
        data = data.slice().asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer data() {
        return data.duplicate();
    }

    /** Returns whether the block has not been written in this epoch. */
    public boolean isEmpty() {
        return generation == 0;
    }
}
