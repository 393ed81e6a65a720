package io.verbena.connection;

import java.nio.ByteBuffer;

/** The header of a message. The package description shows the format and the meaning of the fields. */
record MessageHeader(Kind kind, int credits, long length, long id, long address, int key) {
    static final int BYTES = 40;

    /** "VRBM". */
    static final int MAGIC = 0x5652424D;

    static final int VERSION = 1;

    private static final Kind[] KINDS = Kind.values();

    enum Kind {
        /** The message follows. */
        SHORT(0),
        /** The message is to be read. */
        LONG(1),
        /** There are no more. */
        END(2),
        /** A long message was read. */
        READ(3),
        /** Carries credits only. */
        CREDITS(4);

        final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    static void encode(ByteBuffer to, int at, Kind kind, int credits, long length, long id, long address, int key) {
        to.putInt(at, MAGIC);
        to.put(at + 4, (byte) VERSION);
        to.put(at + 5, (byte) kind.code);
        to.putShort(at + 6, (short) credits);
        to.putLong(at + 8, length);
        to.putLong(at + 16, id);
        to.putLong(at + 24, address);
        to.putInt(at + 32, key);
        to.putInt(at + 36, 0);
    }

    /**
     * Decodes the header at the beginning of a received message.
     *
     * @param received the number of bytes received
     * @param largest the maximum length of a message
     * @throws ForeignPeerException if it is of another protocol or version, or invalid
     */
    static MessageHeader decode(ByteBuffer from, int at, int received, int largest) {
        if (received < BYTES) {
            throw new ForeignPeerException(
                    "a message of " + received + " bytes came, less than the " + BYTES + " of its header");
        }
        int magic = from.getInt(at);
        int version = from.get(at + 4) & 0xff;
        int code = from.get(at + 5) & 0xff;
        if (magic == MAGIC && version != VERSION) {
            throw ForeignPeerException.ofVersion("message", version, VERSION);
        }
        if (magic != MAGIC || code >= KINDS.length) {
            throw new ForeignPeerException(String.format(
                    "a message began with 0x%08x and kind %d; it begins with 0x%08x and kind 0 to %d",
                    magic, code, MAGIC, KINDS.length - 1));
        }
        MessageHeader header = new MessageHeader(
                KINDS[code],
                from.getShort(at + 6) & 0xffff,
                from.getLong(at + 8),
                from.getLong(at + 16),
                from.getLong(at + 24),
                from.getInt(at + 32));
        long follows = header.kind == Kind.SHORT ? header.length : 0;
        if (received - BYTES != follows) {
            throw new ForeignPeerException(
                    header.kind + " of " + header.length + " bytes came with " + (received - BYTES) + " behind it");
        }
        if (header.length < 0 || header.length > largest || (header.kind == Kind.LONG && header.length == 0)) {
            throw new ForeignPeerException(
                    "a message of " + header.length + " bytes was announced; this side takes up to " + largest);
        }
        return header;
    }
}
