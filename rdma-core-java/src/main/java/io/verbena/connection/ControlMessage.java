package io.verbena.connection;

import java.nio.ByteBuffer;

/**
 * What the two libraries tell each other on the queue pair of their own: 40 bytes in network byte order. See the
 * description of the package for the picture.
 *
 * @param kind what is told
 * @param credits how many more messages the sender of this takes
 * @param id of a buffer; how many receives are announced
 * @param address where the buffer begins
 * @param length its bytes; of an announced receive the bytes it takes
 * @param key of the buffer
 * @param access what may be done with it, the bits of the flags of verbs
 */
record ControlMessage(Kind kind, int credits, long id, long address, long length, int key, int access) {
    static final int BYTES = 40;
    static final int MAGIC = Hello.MAGIC;
    static final int VERSION = Hello.VERSION;
    private static final int MOST_CREDITS = 0xffff;
    private static final Kind[] KINDS = Kind.values();

    enum Kind {
        /** The side that connected is ready; it speaks first. */
        READY(0, false),
        /** Nothing but credits. */
        CREDITS(1, false),
        /** A buffer that may be used. */
        ADVERTISE(2, true),
        /** One that may not be used any more. */
        WITHDRAW(3, true),
        /** Receives are posted. */
        RECEIVES(4, true);

        private final int code;
        private final boolean counted;

        Kind(int code, boolean counted) {
            this.code = code;
            this.counted = counted;
        }

        int code() {
            return code;
        }

        /** Whether it takes a credit: the others are few by themselves. */
        boolean isCounted() {
            return counted;
        }
    }

    static ControlMessage of(Kind kind) {
        return new ControlMessage(kind, 0, 0, 0, 0, 0, 0);
    }

    static ControlMessage advertise(RemoteBuffer buffer) {
        return new ControlMessage(
                Kind.ADVERTISE,
                0,
                buffer.id(),
                buffer.address(),
                buffer.length(),
                buffer.key(),
                Access.bitsOf(buffer.access()));
    }

    static ControlMessage withdraw(long id) {
        return new ControlMessage(Kind.WITHDRAW, 0, id, 0, 0, 0, 0);
    }

    static ControlMessage receives(int count, int bytes) {
        return new ControlMessage(Kind.RECEIVES, 0, count, 0, bytes, 0, 0);
    }

    ControlMessage credits(int more) {
        return new ControlMessage(kind, more, id, address, length, key, access);
    }

    RemoteBuffer buffer() {
        return new RemoteBuffer(id, address, length, key, Access.setOf(access));
    }

    /** Writes it at the position of a buffer. */
    void encode(ByteBuffer to) {
        to.putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.code())
                .putShort((short) Math.min(MOST_CREDITS, credits))
                .putLong(id)
                .putLong(address)
                .putLong(length)
                .putInt(key)
                .putInt(access);
    }

    /**
     * Reads one, and nothing else.
     *
     * @throws ForeignPeerException if it makes no sense
     */
    static ControlMessage decode(ByteBuffer from) {
        if (from.remaining() != BYTES) {
            throw new ForeignPeerException("a control message has " + BYTES + " bytes, not " + from.remaining(), null);
        }
        int magic = from.getInt();
        int version = from.get() & 0xff;
        int code = from.get() & 0xff;
        if (magic != MAGIC || version != VERSION || code >= KINDS.length) {
            throw new ForeignPeerException(
                    String.format(
                            "a control message began with 0x%08x, version %d, kind %d; it should with 0x%08x, version"
                                    + " %d",
                            magic, version, code, MAGIC, VERSION),
                    null);
        }
        int credits = from.getShort() & 0xffff;
        ControlMessage message = new ControlMessage(
                KINDS[code], credits, from.getLong(), from.getLong(), from.getLong(), from.getInt(), from.getInt());
        return message.checked();
    }

    private ControlMessage checked() {
        if (kind == Kind.ADVERTISE && (length <= 0 || Long.compareUnsigned(address + length - 1, address) < 0)) {
            throw new ForeignPeerException(
                    String.format(
                            "a buffer of %d bytes at 0x%x was advertised, which there cannot be", length, address),
                    null);
        }
        if (kind == Kind.RECEIVES && (id <= 0 || id > Integer.MAX_VALUE || length <= 0 || length > Integer.MAX_VALUE)) {
            throw new ForeignPeerException(
                    id + " receives of " + length + " bytes were announced, which there cannot be", null);
        }
        return this;
    }
}
