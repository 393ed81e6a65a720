package io.verbena.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.PrintableText;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import java.nio.ByteBuffer;

/**
 * A message over the side channel, in network byte order: a magic number of four bytes, one byte each for the version and the
 * kind, two bytes for the length of the body, and the body. The body of an offer has 36 bytes, which {@link #put} writes; that
 * of a refusal is text.
 */
sealed interface ExchangeMessage {
    /** Length of the header in bytes. */
    int HEADER = 8;

    /** Maximum length of a body in bytes. */
    int MAX_BODY = 512;

    /** "VQPX". */
    int MAGIC = 0x56515058;

    int VERSION = 1;

    /** Offers the queue pair of a side. */
    record Offer(QueuePairAddress address) implements ExchangeMessage {
        private static final int KIND = 1;
        private static final int LENGTH = 36;
    }

    /** Reports that the queue pair of a side can send and receive. */
    record Ready() implements ExchangeMessage {
        private static final int KIND = 2;
    }

    /** Reports that a side could not connect. */
    record Refusal(String reason) implements ExchangeMessage {
        private static final int KIND = 3;
    }

    /** Returns the bytes of this message, ready to be written. */
    default ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + MAX_BODY).putInt(MAGIC).put((byte) VERSION);
        if (this instanceof Offer offer) {
            header(bytes, Offer.KIND, Offer.LENGTH);
            put(bytes, offer.address());
        } else if (this instanceof Refusal refusal) {
            byte[] text = refusal.reason().getBytes(UTF_8);
            int length = Math.min(text.length, MAX_BODY);
            header(bytes, Refusal.KIND, length).put(text, 0, length);
        } else {
            header(bytes, Ready.KIND, 0);
        }
        return bytes.flip();
    }

    private static ByteBuffer header(ByteBuffer bytes, int kind, int length) {
        return bytes.put((byte) kind).putShort((short) length);
    }

    private static void put(ByteBuffer bytes, QueuePairAddress address) {
        bytes.put((byte) address.type().code())
                .put((byte) address.mtu().code())
                .put((byte) address.reads())
                .put((byte) 0)
                .putInt(address.number())
                .putInt(address.sequenceNumber())
                .putInt(address.queueKey())
                .putShort((short) address.lid().bits())
                .putShort((short) 0)
                .putLong(address.gid().prefix())
                .putLong(address.gid().interfaceId());
    }

    /**
     * Returns the length of the body that a header announces.
     *
     * @throws UnknownPeerException if the bytes are not the header of a message
     */
    static int bodyLength(ByteBuffer header) {
        ByteBuffer bytes = header.duplicate();
        int magic = bytes.getInt();
        if (magic != MAGIC) {
            throw new UnknownPeerException(String.format(
                    "it began with 0x%08x, which no exchange of queue pairs does; is it another program?", magic));
        }
        int version = bytes.get() & 0xff;
        if (version != VERSION) {
            throw new UnknownPeerException("it speaks version " + version + " of the exchange, and this side " + VERSION
                    + "; let both use the same version of Verbena");
        }
        bytes.get();
        int length = bytes.getShort() & 0xffff;
        if (length > MAX_BODY) {
            throw new UnknownPeerException("it announced " + length + " bytes; a message has at most " + MAX_BODY);
        }
        return length;
    }

    /**
     * Decodes a message whose header {@link #bodyLength} has accepted.
     *
     * @param bytes exactly the header and the body
     * @throws UnknownPeerException if the message is invalid
     */
    static ExchangeMessage decode(ByteBuffer bytes) {
        int kind = bytes.get(bytes.position() + Integer.BYTES + 1) & 0xff;
        ByteBuffer body = bytes.slice(bytes.position() + HEADER, bytes.remaining() - HEADER);
        switch (kind) {
            case Offer.KIND -> {
                requireLength(body, Offer.LENGTH);
                return new Offer(address(body));
            }
            case Ready.KIND -> {
                requireLength(body, 0);
                return new Ready();
            }
            case Refusal.KIND -> {
                return new Refusal(PrintableText.of(UTF_8.decode(body).toString(), '?'));
            }
            default -> throw new UnknownPeerException("it said a message of kind " + kind + ", which there is not");
        }
    }

    private static void requireLength(ByteBuffer body, int length) {
        if (body.remaining() != length) {
            throw new UnknownPeerException("it said " + body.remaining() + " bytes where there are " + length);
        }
    }

    private static QueuePairAddress address(ByteBuffer body) {
        QueuePairType type = QueuePairType.of(body.get() & 0xff);
        int mtuCode = body.get() & 0xff;
        int reads = body.get() & 0xff;
        body.get();
        int number = body.getInt();
        int sequenceNumber = body.getInt();
        int queueKey = body.getInt();
        Lid lid = Lid.of(body.getShort() & 0xffff);
        body.getShort();
        Gid gid = new Gid(body.getLong(), body.getLong());
        if (type == QueuePairType.UNKNOWN || mtuCode < Mtu.MTU_256.code() || mtuCode > Mtu.MTU_4096.code()) {
            throw new UnknownPeerException(
                    "it named service " + type.text() + " and MTU code " + mtuCode + "; an MTU has a code from 1 to 5");
        }
        try {
            return new QueuePairAddress(type, number, sequenceNumber, queueKey, lid, gid, Mtu.of(mtuCode), reads);
        } catch (IllegalArgumentException e) {
            throw new UnknownPeerException("it said what cannot be: " + e.getMessage());
        }
    }
}
