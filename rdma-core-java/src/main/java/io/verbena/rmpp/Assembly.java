package io.verbena.rmpp;

import java.util.Arrays;

/**
 * Buffer for a message that is being received. It grows with the data received, so a peer cannot reserve much memory:
 * at most a small bound by an announcement, and four times what it has sent.
 */
final class Assembly {
    /** Maximum number of bytes reserved for an announcement. */
    static final int BOUND = 1 << 16;

    /** Length of a message that was not announced. */
    static final int UNKNOWN = 0;

    private static final int BEGINNING = 1 << 12;
    private static final int GROWTH = 4;

    private final int headerLength;
    private final int dataLength;
    private final int announced;
    private final int maxLength;
    private byte[] bytes;

    /** Creates a buffer with the headers of the first packet. Both lengths are at most {@code maxLength}. */
    Assembly(byte[] first, RmppFormat format, int announced, int maxLength) {
        headerLength = format.headerLength();
        dataLength = format.dataLength();
        this.announced = announced;
        this.maxLength = maxLength;
        bytes = new byte[roomFor(headerLength, BEGINNING)];
        System.arraycopy(first, 0, bytes, 0, headerLength);
    }

    /** Returns the length of a message whose last segment has {@code count} bytes of data; it may exceed an array. */
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

    /** Returns whether a segment was received with the same data. */
    boolean has(long segment, byte[] packet, int count) {
        int end = (int) end(segment, count);
        return Arrays.equals(bytes, end - count, end, packet, headerLength, headerLength + count);
    }

    /** Returns the message. No segment can be added afterwards. */
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
        // The steps end exactly at the announced length, so that the last array is the message.
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
