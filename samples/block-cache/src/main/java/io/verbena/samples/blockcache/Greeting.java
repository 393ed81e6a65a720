package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;

/**
 * What a server tells with its answer to a connection, in the private data of the connection manager.
 *
 * @param epoch of the server: another one each time it starts
 * @param blocks how many there are
 * @param blockSize how many bytes each has at most
 */
record Greeting(long epoch, int blocks, int blockSize) {
    private static final int BYTES = 16;
    private static final int LARGEST = 1 << 30;

    /** Refuses what cannot be. */
    Greeting {
        if (blocks < 1 || blockSize < 1 || (long) blocks * Slot.length(blockSize) > LARGEST) {
            throw new IllegalArgumentException(blocks + " blocks of " + blockSize
                    + " bytes cannot be kept; give at least 1 of each, and no more than 1 GiB together");
        }
    }

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putLong(epoch)
                .putInt(blocks)
                .putInt(blockSize)
                .array();
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Greeting decode(ByteBuffer told) {
        if (told.remaining() != BYTES) {
            throw new IllegalArgumentException(
                    "a server of blocks tells " + BYTES + " bytes, not " + told.remaining() + "; is it one?");
        }
        return new Greeting(told.getLong(), told.getInt(), told.getInt());
    }
}
