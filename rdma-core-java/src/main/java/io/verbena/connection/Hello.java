package io.verbena.connection;

import java.nio.ByteBuffer;

/**
 * The private data of the connection manager: a header, then the private data of the application. The package description
 * shows the format.
 *
 * @param kind the kind
 * @param value the reason of a rejection; the credits that a response grants
 * @param token the number that the two requests of a connection share; chosen by the side that connects
 * @param data the private data of the application, read-only
 */
record Hello(Kind kind, int value, long token, ByteBuffer data) {
    /** "VRBC". */
    static final int MAGIC = 0x56524243;

    static final int VERSION = 1;

    static final int HEADER = 16;

    private static final Kind[] KINDS = Kind.values();

    /** The private data of an application that fit into the 56 bytes of a request on InfiniBand. */
    static final int MAX_IN_REQUEST = 56 - HEADER;

    /** The private data of an application that fit into the 196 bytes of a response. */
    static final int MAX_IN_ANSWER = 196 - HEADER;

    /** The private data of an application that fit into the 148 bytes of a rejection. */
    static final int MAX_IN_REFUSAL = 148 - HEADER;

    /** Why a connection is refused; the text continues "refused the connection:". */
    enum Refusal {
        BY_PROGRAM(1, "the program there rejects it"),
        FOREIGN(2, "it does not understand this side, which speaks version " + VERSION + " of the connection protocol"),
        BUSY(3, "it has as many requests as it keeps; try again later"),
        INCOMPLETE(4, "the second of the two requests of a connection did not reach it in time"),
        PEER_BUSY(5, "it has as many requests as it keeps for one address; try again later"),
        FULL(6, "it has as many connections as it takes; try again later"),
        PEER_FULL(7, "it has as many connections as it takes from one address"),
        FAILED(8, "it could not make the connection, for a reason that was reported there"),
        DUPLICATE(9, "the token of the request is in use"),
        UNANSWERED(10, "the program there did not accept in time"),
        PEER_FAULTS(
                11, "too many connections from this address broke the protocol or were not completed; try again later");

        final int code;
        final String text;

        Refusal(int code, String text) {
            this.code = code;
            this.text = text;
        }
    }

    enum Kind {
        CONTROL(0),
        DATA(1),
        ANSWER(2),
        REFUSAL(3);

        final int code;

        Kind(int code) {
            this.code = code;
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

    /** Returns the text of the code of a refusal. */
    static String reason(int code) {
        for (Refusal refusal : Refusal.values()) {
            if (refusal.code == code) {
                return refusal.text;
            }
        }
        return "for reason " + code;
    }

    static Hello refusal(Refusal why, long token, byte[] data) {
        return new Hello(Kind.REFUSAL, why.code, token, ByteBuffer.wrap(data));
    }

    byte[] encode() {
        byte[] bytes = new byte[HEADER + data.remaining()];
        ByteBuffer.wrap(bytes)
                .putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.code)
                .put((byte) value)
                .put((byte) data.remaining())
                .putLong(token)
                .put(data.duplicate());
        return bytes;
    }

    /** Returns whether private data are of this protocol, in whatever version. */
    static boolean isHello(ByteBuffer privateData) {
        return privateData.remaining() >= HEADER && privateData.getInt(privateData.position()) == MAGIC;
    }

    /**
     * Decodes private data, which the connection manager may have padded with zeros.
     *
     * @throws ForeignPeerException if they are of another protocol or version, or invalid
     */
    static Hello decode(ByteBuffer privateData) {
        ByteBuffer bytes = privateData.slice();
        if (bytes.remaining() < HEADER || bytes.getInt() != MAGIC) {
            throw new ForeignPeerException(
                    "the peer does not use the connection protocol of Verbena; is it another program?");
        }
        int version = bytes.get() & 0xff;
        if (version != VERSION) {
            throw ForeignPeerException.ofVersion("connection", version, VERSION);
        }
        int kind = bytes.get() & 0xff;
        int value = bytes.get() & 0xff;
        int length = bytes.get() & 0xff;
        long token = bytes.getLong();
        if (kind >= KINDS.length || length > bytes.remaining()) {
            throw new ForeignPeerException("the peer sent kind " + kind + " with " + length
                    + " bytes of private data, of which " + bytes.remaining() + " arrived");
        }
        return new Hello(KINDS[kind], value, token, bytes.slice(bytes.position(), length));
    }
}
