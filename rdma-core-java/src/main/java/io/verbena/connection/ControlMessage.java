package io.verbena.connection;

import java.nio.ByteBuffer;

/**
 * A message on the control queue pair. The package description shows the format and the meaning of the fields; the access has the bits
 * of {@link io.verbena.hca.AccessFlag}.
 */
record ControlMessage(Kind kind, int credits, long id, long address, long length, int key, int access) {
    static final int BYTES = 40;
    static final int MAGIC = Hello.MAGIC;
    static final int VERSION = Hello.VERSION;
    private static final int MAX_CREDITS = 0xffff;
    private static final Kind[] KINDS = Kind.values();

    enum Kind {
        /** The side that connected is ready; it sends the first message. */
        READY(0, false),
        /** Carries credits only. */
        CREDITS(1, false),
        ADVERTISE(2, true),
        WITHDRAW(3, true),
        RECEIVES(4, true);

        final int code;
        private final boolean counted;

        Kind(int code, boolean counted) {
            this.code = code;
            this.counted = counted;
        }

        /** Returns whether a message of this kind takes a credit. */
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

    /** Writes this message at the position of a buffer. */
    void encode(ByteBuffer to) {
        to.putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.code)
                .putShort((short) Math.min(MAX_CREDITS, credits))
                .putLong(id)
                .putLong(address)
                .putLong(length)
                .putInt(key)
                .putInt(access);
    }

    /**
     * Decodes a message that fills a buffer.
     *
     * @throws ForeignPeerException if it is of another protocol or version, or invalid
     */
    static ControlMessage decode(ByteBuffer from) {
        if (from.remaining() != BYTES) {
            throw new ForeignPeerException("a control message has " + BYTES + " bytes, not " + from.remaining());
        }
        int magic = from.getInt();
        int version = from.get() & 0xff;
        int code = from.get() & 0xff;
        if (magic == MAGIC && version != VERSION) {
            throw ForeignPeerException.ofVersion("control", version, VERSION);
        }
        if (magic != MAGIC || code >= KINDS.length) {
            throw new ForeignPeerException(String.format(
                    "a control message began with 0x%08x and kind %d; it begins with 0x%08x and kind 0 to %d",
                    magic, code, MAGIC, KINDS.length - 1));
        }
        int credits = from.getShort() & 0xffff;
        ControlMessage message = new ControlMessage(
                KINDS[code], credits, from.getLong(), from.getLong(), from.getLong(), from.getInt(), from.getInt());
        return message.checked();
    }

    private ControlMessage checked() {
        if (kind == Kind.ADVERTISE && (length <= 0 || Long.compareUnsigned(address + length - 1, address) < 0)) {
            throw new ForeignPeerException(String.format(
                    "the peer advertised a buffer of %d bytes at 0x%x, which cannot exist", length, address));
        }
        if (kind == Kind.RECEIVES && (id <= 0 || id > Integer.MAX_VALUE || length <= 0 || length > Integer.MAX_VALUE)) {
            throw new ForeignPeerException(
                    "the peer announced " + id + " receives of " + length + " bytes, which cannot exist");
        }
        return this;
    }
}
