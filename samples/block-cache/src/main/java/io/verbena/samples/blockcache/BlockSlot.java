package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The memory layout of a block; see the description of the package. */
final class BlockSlot {
    static final int HEADER = 32;

    /** "VBLK". */
    private static final int MAGIC = 0x56424c4b;

    private static final int CHECKSUM = 4;
    private static final int EPOCH = 8;
    private static final int GENERATION = 16;
    private static final int NUMBER = 24;
    private static final int LENGTH = 28;

    private BlockSlot() {}

    /** Returns the length of a slot for blocks of a given size. */
    static int length(int blockSize) {
        return HEADER + blockSize;
    }

    /**
     * Writes a block to memory, in any order: the checksum detects an incomplete copy.
     *
     * @throws IllegalArgumentException if the data are too long
     */
    static void write(ByteBuffer memory, int at, int blockSize, Block block) {
        ByteBuffer data = block.data();
        int length = data.remaining();
        if (length > blockSize) {
            throw new IllegalArgumentException(
                    "block " + block.number() + " has " + length + " bytes; the maximum is " + blockSize);
        }
        memory.putInt(at, MAGIC)
                .putLong(at + EPOCH, block.epoch())
                .putLong(at + GENERATION, block.generation())
                .putInt(at + NUMBER, block.number())
                .putInt(at + LENGTH, length)
                .put(at + HEADER, data, 0, length);
        memory.putInt(at + CHECKSUM, checksum(memory, at, length));
    }

    /** Returns the block in a copy of a slot, with its data copied; empty if the copy is torn. */
    static Optional<Block> read(ByteBuffer copy, int blockSize) {
        int length = copy.getInt(LENGTH);
        if (copy.getInt(0) != MAGIC
                || length < 0
                || length > blockSize
                || copy.getInt(CHECKSUM) != checksum(copy, 0, length)) {
            return Optional.empty();
        }
        ByteBuffer data = ByteBuffer.allocate(length).put(0, copy, HEADER, length);
        return Optional.of(new Block(copy.getLong(EPOCH), copy.getLong(GENERATION), copy.getInt(NUMBER), data));
    }

    private static int checksum(ByteBuffer memory, int at, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(memory.slice(at + EPOCH, HEADER - EPOCH + length));
        return (int) checksum.getValue();
    }
}
