package io.verbena.connection;

import java.nio.ByteBuffer;

/**
 * What the two sides say in the private data of the connection manager, in network byte order: what this is and its
 * version, then the data of the user. See the description of the package for the picture.
 *
 * @param kind what is said
 * @param value why a connection is refused; in an answer how many control messages this side takes
 * @param token the same in the two requests that belong together; chosen by the side that connects
 * @param data of the user; read only
 */
record Hello(Kind kind, int value, long token, ByteBuffer data) {
    /** "VRBC". */
    static final int MAGIC = 0x56524243;

    /** The one version that there is. */
    static final int VERSION = 1;

    static final int HEADER = 16;

    private static final Kind[] KINDS = Kind.values();

    /** Data of the user that fit into 56 bytes, which a request has on InfiniBand. */
    static final int MOST_IN_REQUEST = 56 - HEADER;

    /** Of 196. */
    static final int MOST_IN_ANSWER = 196 - HEADER;

    /** Of 148. */
    static final int MOST_IN_REFUSAL = 148 - HEADER;

    /** The program refused. */
    static final int BY_PROGRAM = 1;

    /** The other side is none that is understood. */
    static final int FOREIGN = 2;

    /** There are as many requests as are kept. */
    static final int BUSY = 3;

    /** The second of the two requests did not come in time. */
    static final int INCOMPLETE = 4;

    enum Kind {
        /** Asks for the queue pair that the two libraries talk by. */
        CONTROL(0),
        /** Asks for the queue pair of the users. */
        DATA(1),
        /** Accepts. */
        ANSWER(2),
        /** Refuses. */
        REFUSAL(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    Hello {
        ByteBuffer copy = ByteBuffer.allocate(data.remaining()).put(data.duplicate());
        data = copy.flip().asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer data() {
        return data.duplicate();
    }

    /** In words why a connection is refused. */
    static String reason(int value) {
        return switch (value) {
            case BY_PROGRAM -> "the program there rejects it";
            case FOREIGN ->
                "it does not understand this side, which speaks version " + VERSION + " of the connection protocol";
            case BUSY -> "it has as many requests as it keeps; try again later";
            case INCOMPLETE -> "the second of the two requests of a connection did not reach it in time";
            default -> "for reason " + value;
        };
    }

    static Hello refusal(int reason, long token, byte[] data) {
        return new Hello(Kind.REFUSAL, reason, token, ByteBuffer.wrap(data));
    }

    byte[] encode() {
        byte[] bytes = new byte[HEADER + data.remaining()];
        ByteBuffer.wrap(bytes)
                .putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.code())
                .put((byte) value)
                .put((byte) data.remaining())
                .putLong(token)
                .put(data.duplicate());
        return bytes;
    }

    /**
     * Reads what the other side said, which may be filled up with zeros.
     *
     * @throws ForeignPeerException if it is not that
     */
    static Hello decode(ByteBuffer privateData) {
        ByteBuffer bytes = privateData.slice();
        if (bytes.remaining() < HEADER || bytes.getInt() != MAGIC) {
            throw new ForeignPeerException(
                    "the other side says nothing that a connection of Verbena begins with; is it another program?",
                    null);
        }
        int version = bytes.get() & 0xff;
        if (version != VERSION) {
            throw new ForeignPeerException(
                    "the other side speaks version " + version + " of the connection protocol, and this side " + VERSION
                            + "; let both use the same version of Verbena",
                    null);
        }
        int kind = bytes.get() & 0xff;
        int value = bytes.get() & 0xff;
        int length = bytes.get() & 0xff;
        long token = bytes.getLong();
        if (kind >= KINDS.length || length > bytes.remaining()) {
            throw new ForeignPeerException(
                    "the other side says kind " + kind + " with " + length + " bytes of data, of which "
                            + bytes.remaining() + " came",
                    null);
        }
        return new Hello(KINDS[kind], value, token, bytes.slice(bytes.position(), length));
    }
}
