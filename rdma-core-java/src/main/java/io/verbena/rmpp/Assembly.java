package io.verbena.rmpp;

import java.util.Arrays;

/**
 * A message that is put together. The room for it grows with what arrives: a peer gets a small bound for nothing, and four
 * times of what it has sent for its word.
 */
final class Assembly {
    /** The most that a peer gets for its word alone, in bytes. */
    static final int BOUND = 1 << 16;

    /** The length of a message of which nothing was announced. */
    static final int UNKNOWN = 0;

    private static final int BEGINNING = 1 << 12;
    private static final int GROWTH = 4;

    private final int headerLength;
    private final int dataLength;
    private final int announced;
    private final int maxLength;
    private byte[] bytes;

    /** Begins with the headers of the first packet; neither length is more than {@code maxLength}. */
    Assembly(byte[] first, RmppFormat format, int announced, int maxLength) {
        headerLength = format.headerLength();
        dataLength = format.dataLength();
        this.announced = announced;
        this.maxLength = maxLength;
        bytes = new byte[roomFor(headerLength, BEGINNING)];
        System.arraycopy(first, 0, bytes, 0, headerLength);
    }

    /** Where a message ends whose last segment is this one with so much data; it may be more than an array can have. */
    long end(long segment, int count) {
        return headerLength + (segment - 1) * dataLength + count;
    }

    void put(long segment, byte[] packet, int count) {
        int end = (int) end(segment, count);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, roomFor(end, 2L * bytes.length));
        }
        System.arraycopy(packet, headerLength, bytes, end - count, count);
    }

    /** Whether this segment has the same data as the one that was put. */
    boolean has(long segment, byte[] packet, int count) {
        int end = (int) end(segment, count);
        return Arrays.equals(bytes, end - count, end, packet, headerLength, headerLength + count);
    }

    /** The message; nothing can be added any more. */
    byte[] finish(int length) {
        if (bytes.length != length) {
            bytes = Arrays.copyOf(bytes, length);
        }
        return bytes;
    }

    private int roomFor(int end, long otherwise) {
        if (announced == UNKNOWN) {
            return (int) Math.min(maxLength, Math.max(end, otherwise));
        }
        // Steps that end exactly at the announced length, so that the last array is the message.
        int room = announced;
        for (int smaller = part(room); smaller >= end && room > BOUND; smaller = part(room)) {
            room = smaller;
        }
        return room;
    }

    private static int part(int room) {
        return (room + GROWTH - 1) / GROWTH;
    }
}
