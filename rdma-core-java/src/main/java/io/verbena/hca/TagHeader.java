package io.verbena.hca;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header with which each message to a queue with tag matching begins ({@code struct ibv_tmh}, ibv_post_srq_ops(3)).
 *
 * @param kind what the message is
 * @param data 4 bytes for the receiving application
 * @param tag the tag of the message
 */
public record TagHeader(Kind kind, int data, long tag) {
    /** The length of the header in bytes. */
    public static final int LENGTH = 16;

    private static final int DATA = 4;
    private static final int TAG = 8;

    /** The kinds of messages ({@code enum ibv_tmh_op}). */
    public enum Kind {
        /** The message has no tag, and goes to an ordinary receive. */
        NO_TAG(0),
        /** The message announces memory from which the receiver reads the data. */
        RENDEZVOUS(1),
        /** The message ends a rendezvous. */
        FINISHED(2),
        /** The data follow the header. */
        EAGER(3);

        private static final Kind[] BY_CODE = values();

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) {
            if (code >= BY_CODE.length) {
                throw new IllegalArgumentException(
                        "a tag header has a code of 0 to " + (BY_CODE.length - 1) + ", not " + code);
            }
            return BY_CODE[code];
        }
    }

    /** Returns the header of a message whose data follow. */
    public static TagHeader eager(long tag, int data) {
        return new TagHeader(Kind.EAGER, data, tag);
    }

    /** Returns the header of a message without a tag. */
    public static TagHeader untagged(int data) {
        return new TagHeader(Kind.NO_TAG, data, 0);
    }

    /**
     * Reads a header; the position of the buffer stays.
     *
     * @param at the offset of the header
     * @throws IndexOutOfBoundsException if the buffer has fewer than 16 bytes from there on
     * @throws IllegalArgumentException if the header has an unknown code
     */
    public static TagHeader get(ByteBuffer buffer, int at) {
        ByteBuffer bytes = buffer.duplicate().order(ByteOrder.BIG_ENDIAN);
        return new TagHeader(
                Kind.of(Byte.toUnsignedInt(bytes.get(at))), bytes.getInt(at + DATA), bytes.getLong(at + TAG));
    }

    /**
     * Writes this header; the position of the buffer stays.
     *
     * @param at the offset of the header
     * @throws IndexOutOfBoundsException if the buffer has fewer than 16 bytes from there on
     */
    public void put(ByteBuffer buffer, int at) {
        buffer.duplicate()
                .order(ByteOrder.BIG_ENDIAN)
                .putInt(at, kind.code << 24)
                .putInt(at + DATA, data)
                .putLong(at + TAG, tag);
    }
}
