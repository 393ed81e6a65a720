package io.verbena.connection.message;

import io.verbena.connection.ForeignPeerException;
import java.nio.ByteBuffer;

/**
 * What stands in front of a request or its answer: 16 bytes in network byte order. See the description of the package for
 * the picture.
 *
 * @param kind what it is
 * @param number of the request, as the side that asks counts
 */
record RequestHeader(Kind kind, long number) {
    static final int BYTES = 16;

    /** "VRBQ". */
    static final int MAGIC = 0x56524251;

    /** The one version that there is. */
    static final int VERSION = 1;

    private static final Kind[] KINDS = Kind.values();

    enum Kind {
        /** To be answered. */
        REQUEST(0),
        /** The answer. */
        RESPONSE(1),
        /** The text is why there is no answer. */
        FAILURE(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    ByteBuffer encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.code())
                .putShort((short) 0)
                .putLong(number)
                .flip();
    }

    /**
     * Reads one from the front of a message.
     *
     * @throws ForeignPeerException if it makes no sense
     */
    static RequestHeader decode(ByteBuffer message) {
        if (message.remaining() < BYTES) {
            throw new ForeignPeerException(
                    "a request has at least " + BYTES + " bytes, not " + message.remaining(), null);
        }
        int magic = message.getInt();
        int version = message.get() & 0xff;
        int code = message.get() & 0xff;
        message.getShort();
        if (magic != MAGIC || version != VERSION || code >= KINDS.length) {
            throw new ForeignPeerException(
                    String.format(
                            "a request began with 0x%08x, version %d, kind %d; it should with 0x%08x, version %d",
                            magic, version, code, MAGIC, VERSION),
                    null);
        }
        return new RequestHeader(KINDS[code], message.getLong());
    }
}
