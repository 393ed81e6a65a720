package io.verbena.stream;

import io.verbena.efa.SrdAddress;
import io.verbena.efa.SrdRing;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import java.nio.ByteBuffer;

/**
 * The only message that each side of a stream over SRD sends over the TCP connection: 64 bytes in network byte order.
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBT"                          |  0
 * |  version, 1   |     kind      |              LID              |  4
 * |                     queue pair number                         |  8
 * |                           Q_Key                               | 12
 * |                      number of the channel                    | 16
 * |                      token of the channel                     | 20
 * |                     window, in messages                       | 24
 * |                maximum length of a message                    | 28
 * |                       GID, 16 bytes                           | 32
 * |                address of the receive ring                    | 48
 * |               remote key of the receive ring                  | 56
 * |         size of the receive ring in bytes, or 0               | 60
 * </pre>
 *
 * <p>Kind 1 is a request, of the side that has connected; kind 2 accepts it. A side that refuses closes the TCP connection.
 *
 * @param accepts whether this is the answer to a request
 * @param address the address of the SRD channel of the sender
 */
record SrdHello(boolean accepts, SrdAddress address) {
    static final int BYTES = 64;

    private static final int MAGIC = 0x56524254;
    private static final int VERSION = 1;
    private static final int REQUEST = 1;
    private static final int ACCEPT = 2;

    ByteBuffer encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) (accepts ? ACCEPT : REQUEST))
                .putShort((short) address.lid().bits())
                .putInt(address.queuePair())
                .putInt(address.queueKey())
                .putInt(address.channel())
                .putInt(address.token())
                .putInt(address.window())
                .putInt(address.maxLength())
                .putLong(address.gid().prefix())
                .putLong(address.gid().interfaceId())
                .putLong(address.ring().address())
                .putInt(address.ring().key())
                .putInt(address.ring().bytes())
                .clear();
    }

    /**
     * Reads the bytes of a peer.
     *
     * @throws StreamProtocolException if the peer is another program, has another version, or announces what cannot be
     */
    static SrdHello decode(ByteBuffer bytes) {
        ByteBuffer from = bytes.slice();
        if (from.remaining() != BYTES || from.getInt() != MAGIC) {
            throw new StreamProtocolException(
                    "the peer is not a stream over SRD; does another program use the address?");
        }
        int version = Byte.toUnsignedInt(from.get());
        if (version != VERSION) {
            throw new StreamProtocolException(
                    "the peer uses version " + version + " of the protocol; expected version " + VERSION);
        }
        int kind = Byte.toUnsignedInt(from.get());
        if (kind != REQUEST && kind != ACCEPT) {
            throw new StreamProtocolException(
                    "the peer sent a message of kind " + kind + "; expected " + REQUEST + " or " + ACCEPT);
        }
        Lid lid = Lid.of(Short.toUnsignedInt(from.getShort()));
        try {
            SrdHello hello = new SrdHello(kind == ACCEPT, address(lid, from));
            hello.requireReachable();
            return hello;
        } catch (IllegalArgumentException e) {
            throw new StreamProtocolException("the peer announces what cannot be: " + e.getMessage());
        }
    }

    private static SrdAddress address(Lid lid, ByteBuffer from) {
        int queuePair = from.getInt();
        int queueKey = from.getInt();
        int channel = from.getInt();
        int token = from.getInt();
        int window = from.getInt();
        int maxLength = from.getInt();
        Gid gid = new Gid(from.getLong(), from.getLong());
        SrdRing ring = new SrdRing(from.getLong(), from.getInt(), from.getInt());
        return new SrdAddress(queuePair, queueKey, lid, gid, channel, token, window, maxLength, ring);
    }

    private void requireReachable() {
        boolean isPort = address.lid().equals(Lid.NONE)
                ? !address.gid().equals(Gid.ZERO) && !address.gid().isMulticast()
                : address.lid().isUnicast();
        if (!isPort) {
            throw new IllegalArgumentException("LID " + address.lid() + " and GID " + address.gid() + " are no port");
        }
    }
}
