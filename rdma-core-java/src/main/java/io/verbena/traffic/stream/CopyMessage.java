package io.verbena.traffic.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.traffic.TrafficException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message of rcopy(1), in the byte order of the hosts, which is little-endian here:
 *
 * <pre>
 *  0               8              16                             31
 * +---------------+---------------+-------------------------------+
 * |    Version    |    Command    |            Length             |  0
 * |                             Data                              |  4
 * |                              ID                               |  8
 * |                                                               | 12
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>A path or a file size follows; the length includes it.
 *
 * @param command the command; a response has the highest bit in addition
 * @param length the length in bytes, with the 16 of this header
 * @param data the mode of a file in a request to open, and the errno in a response
 */
record CopyMessage(int command, int length, int data) {
    static final int BYTES = 16;
    static final int OPEN = 1;
    static final int CLOSE = 2;
    static final int WRITE = 3;
    static final int RESPONSE = 0x80;
    private static final int ALIGNMENT = 8;

    static ByteBuffer open(String path, int mode) {
        byte[] name = path.getBytes(UTF_8);
        // The path ends with a NUL, and is padded to a multiple of eight bytes.
        int length = BYTES + (name.length + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
        if (length > 0xffff) {
            throw new IllegalArgumentException(
                    "the path of " + name.length + " bytes is too long for a message of rcopy");
        }
        return header(OPEN, length, mode).put(BYTES, name);
    }

    static ByteBuffer write(long size) {
        return header(WRITE, BYTES + Long.BYTES, 0).putLong(BYTES, size);
    }

    static ByteBuffer close() {
        return header(CLOSE, BYTES, 0);
    }

    static ByteBuffer response(int command, int errno) {
        return header(command | RESPONSE, BYTES, errno);
    }

    private static ByteBuffer header(int command, int length, int data) {
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(1, (byte) command)
                .putShort(2, (short) length)
                .putInt(4, data);
    }

    static CopyMessage decode(ByteBuffer bytes) {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        int length = Short.toUnsignedInt(bytes.getShort(2));
        if (bytes.get(0) != 0 || length < BYTES) {
            throw new TrafficException("a message of version " + bytes.get(0) + " and length " + length
                    + " is not one of rcopy; expected version 0 and at least " + BYTES + " bytes");
        }
        return new CopyMessage(Byte.toUnsignedInt(bytes.get(1)), length, bytes.getInt(4));
    }

    static String path(ByteBuffer bytes) {
        int end = 0;
        while (end < bytes.limit() && bytes.get(end) != 0) {
            end++;
        }
        return UTF_8.decode(bytes.slice(0, end)).toString();
    }
}
