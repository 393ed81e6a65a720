package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;

/**
 * A block as it was at one moment.
 *
 * @param epoch of the server that it is of
 * @param generation how often it was written in that epoch; 0 if nobody has, and it is empty
 * @param number which one
 * @param data its bytes; read only, with a position of its own
 */
public record Block(long epoch, long generation, int number, ByteBuffer data) {
    /** Keeps a view. */
    public Block {
        data = data.slice().asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer data() {
        return data.duplicate();
    }

    /** Whether nobody has written it in this epoch. */
    public boolean isEmpty() {
        return generation == 0;
    }
}
