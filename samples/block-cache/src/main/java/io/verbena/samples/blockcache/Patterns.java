package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Test data that reveals a torn copy: all bytes of a block are equal. */
final class Patterns {
    private Patterns() {}

    static ByteBuffer of(int value, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return ByteBuffer.wrap(bytes);
    }

    /** Returns whether all bytes are equal. */
    static boolean isWhole(Block block) {
        ByteBuffer data = block.data();
        return data.remaining() < 2 || data.slice(1, data.limit() - 1).mismatch(data.slice(0, data.limit() - 1)) < 0;
    }
}
