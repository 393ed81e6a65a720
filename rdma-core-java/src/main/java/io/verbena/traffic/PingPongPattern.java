package io.verbena.traffic;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents of verified messages, as the C programs write them with {@code -c}: pages of 4 KiB that start with a
 * zero, and 0x7b in all other bytes.
 */
final class PingPongPattern {
    private static final int PAGE = 4096;
    private static final byte FILL = 0x7b;

    private PingPongPattern() {}

    static void write(ByteBuffer message) {
        for (int i = 0; i < message.capacity(); i++) {
            message.put(i, expected(i));
        }
    }

    static List<Integer> invalidPages(ByteBuffer message) {
        List<Integer> invalid = new ArrayList<>();
        for (int i = 0; i < message.capacity(); i++) {
            if (message.get(i) != expected(i)) {
                invalid.add(i / PAGE);
                i = i / PAGE * PAGE + PAGE - 1;
            }
        }
        return invalid;
    }

    private static byte expected(int index) {
        return index % PAGE == 0 ? 0 : FILL;
    }
}
