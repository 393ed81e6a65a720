package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;

/**
 * The private data with which a server accepts a connection.
 *
 * @param epoch the epoch of the server, different after each start
 * @param blocks the number of blocks
 * @param blockSize the maximum size of a block in bytes
 */
record Greeting(long epoch, int blocks, int blockSize) {
    private static final int BYTES = 16;
    private static final int MAX_BYTES = 1 << 30;

    /** Validates the sizes. */
    Greeting {
        if (blocks < 1 || blockSize < 1 || (long) blocks * BlockSlot.length(blockSize) > MAX_BYTES) {
            throw new IllegalArgumentException(blocks + " blocks of " + blockSize
                    + " bytes are not supported; both must be at least 1, and their product at most 1 GiB");
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
     * Parses private data.
     *
     * @throws IllegalArgumentException if they have the wrong length
     */
    static Greeting decode(ByteBuffer data) {
        if (data.remaining() != BYTES) {
            throw new IllegalArgumentException("the private data of a block server have " + BYTES + " bytes, not "
                    + data.remaining() + "; check the address");
        }
        return new Greeting(data.getLong(), data.getInt(), data.getInt());
    }
}
