package io.verbena.connection;

import java.nio.ByteBuffer;

/** The header of a request or reply. The package description shows the format. */
record RequestHeader(Kind kind, long number) {
    static final int BYTES = 16;

    /** "VRBQ". */
    static final int MAGIC = 0x56524251;

    static final int VERSION = 1;

    private static final Kind[] KINDS = Kind.values();

    enum Kind {
        REQUEST(0),
        RESPONSE(1),
        /** The failure of a request, followed by its reason. */
        FAILURE(2);

        final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    ByteBuffer encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.code)
                .putShort((short) 0)
                .putLong(number)
                .flip();
    }

    /** Sets the number in an encoded header. */
    static void number(ByteBuffer header, long number) {
        header.putLong(8, number);
    }

    /**
     * Decodes the header at the position of a message.
     *
     * @throws ForeignPeerException if it is of another protocol or version, or invalid
     */
    static RequestHeader decode(ByteBuffer message) {
        if (message.remaining() < BYTES) {
            throw new ForeignPeerException("a request has at least " + BYTES + " bytes, not " + message.remaining());
        }
        int magic = message.getInt();
        int version = message.get() & 0xff;
        int code = message.get() & 0xff;
        message.getShort();
        if (magic == MAGIC && version != VERSION) {
            throw ForeignPeerException.ofVersion("request", version, VERSION);
        }
        if (magic != MAGIC || code >= KINDS.length) {
            throw new ForeignPeerException(String.format(
                    "a request began with 0x%08x and kind %d; it begins with 0x%08x and kind 0 to %d",
                    magic, code, MAGIC, KINDS.length - 1));
        }
        return new RequestHeader(KINDS[code], message.getLong());
    }
}
