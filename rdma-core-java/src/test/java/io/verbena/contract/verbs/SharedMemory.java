package io.verbena.contract.verbs;

import java.nio.ByteBuffer;
import java.util.Random;

/** Memory that has a DMA-BUF descriptor, as its owner sees it. */
public interface SharedMemory extends AutoCloseable {
    /** The DMA-BUF descriptor. */
    int descriptor();

    /** Copies bytes of the owner into the memory. */
    void write(int offset, ByteBuffer from);

    /** Copies the memory from an offset into all of a buffer of the owner. */
    void read(int offset, ByteBuffer to);

    @Override
    void close();

    /** Fills a part with bytes that differ with their number, and returns them. */
    default byte[] fill(int offset, int length) {
        byte[] pattern = new byte[length];
        new Random(length).nextBytes(pattern);
        write(offset, ByteBuffer.wrap(pattern));
        return pattern;
    }

    /** Returns the bytes of a part. */
    default byte[] bytes(int offset, int length) {
        byte[] bytes = new byte[length];
        read(offset, ByteBuffer.wrap(bytes));
        return bytes;
    }
}
