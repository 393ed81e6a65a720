package io.verbena.traffic.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a queue pair and of its memory, as the programs of perftest exchange it over TCP: hexadecimal text of 107
 * characters and a zero, with LID, reads in flight, queue pair number, PSN, key, address, the bytes of the GID and the number of
 * an SRQ, separated by colons. Over the RDMA CM, they exchange the same numbers in binary form, big-endian:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                              LID                              |  0
 * |                        reads in flight                        |  4
 * |                       queue pair number                       |  8
 * |                              PSN                              | 12
 * |                              key                              | 16
 * |                            unused                             | 20
 * |                        address, 64 bits                       | 24
 * |                          GID, 16 bytes                        | 32
 * |                       number of an SRQ                        | 48
 * |                           GID index                           | 52
 * +---------------+---------------+---------------+---------------+
 * </pre>
 */
record PerftestAddress(QueuePairAddress queuePair, long memory, int key, int sharedReceiveQueue) {
    /** The length of the text. */
    static final int LENGTH = 108;

    /** The length of the binary form. */
    static final int BINARY_LENGTH = 56;

    private static final int GID_BYTES = 16;
    private static final int NUMBER_BITS = 24;
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{4}):([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6})"
            + ":([0-9a-f]{8}):([0-9a-f]{16}):((?:[0-9a-f]{2}:){16})([0-9a-f]{8}):");

    /** Creates the address of a queue pair that receives from a queue of its own. */
    PerftestAddress(QueuePairAddress queuePair, long memory, int key) {
        this(queuePair, memory, key, 0);
    }

    ByteBuffer encode() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%04x:%04x:%06x:%06x:%08x:%016x:",
                queuePair.lid().bits(),
                queuePair.reads(),
                queuePair.number(),
                queuePair.sequenceNumber(),
                key,
                memory));
        ByteBuffer gid = ByteBuffer.allocate(GID_BYTES)
                .putLong(queuePair.gid().prefix())
                .putLong(queuePair.gid().interfaceId())
                .flip();
        while (gid.hasRemaining()) {
            text.append(String.format(Locale.ROOT, "%02x:", gid.get()));
        }
        text.append(String.format(Locale.ROOT, "%08x:\0", sharedReceiveQueue));
        return ByteBuffer.wrap(text.toString().getBytes(US_ASCII));
    }

    ByteBuffer encodeBinary() {
        return ByteBuffer.allocate(BINARY_LENGTH)
                .putInt(queuePair.lid().bits())
                .putInt(queuePair.reads())
                .putInt(queuePair.number())
                .putInt(queuePair.sequenceNumber())
                .putInt(key)
                .putInt(0)
                .putLong(memory)
                .putLong(queuePair.gid().prefix())
                .putLong(queuePair.gid().interfaceId())
                .putInt(sharedReceiveQueue)
                .putInt(0)
                .flip();
    }

    /**
     * Decodes the text.
     *
     * @throws UnknownPeerException if it is invalid
     */
    static PerftestAddress decode(ByteBuffer message, QueuePairType type, Mtu mtu) {
        String text = US_ASCII.decode(message).toString();
        Matcher parts = TEXT.matcher(text.substring(0, Math.max(0, text.length() - 1)));
        if (!parts.matches()) {
            throw new UnknownPeerException("received '" + text.replaceAll("[^ -~]", "?")
                    + "' instead of the address of a queue pair; the peer is not a program of perftest 4.5");
        }
        ByteBuffer binary = ByteBuffer.allocate(BINARY_LENGTH);
        for (int group = 1; group <= 5; group++) {
            binary.putInt((int) hex(parts.group(group)));
        }
        binary.putInt(0).putLong(hex(parts.group(6)));
        for (String digits : parts.group(7).split(":", 0)) {
            binary.put((byte) hex(digits));
        }
        return decodeBinary(binary.putInt((int) hex(parts.group(8))).rewind(), type, mtu);
    }

    /**
     * Decodes the binary form.
     *
     * @throws UnknownPeerException if a number is out of range
     */
    static PerftestAddress decodeBinary(ByteBuffer message, QueuePairType type, Mtu mtu) {
        int lid = message.getInt();
        int reads = message.getInt();
        int number = message.getInt();
        int sequenceNumber = message.getInt();
        int key = message.getInt();
        message.getInt();
        long memory = message.getLong();
        Gid gid = new Gid(message.getLong(), message.getLong());
        int sharedReceiveQueue = message.getInt();
        if (lid >>> Short.SIZE != 0
                || reads < 0
                || number >>> NUMBER_BITS != 0
                || sequenceNumber >>> NUMBER_BITS != 0) {
            throw new UnknownPeerException("received LID " + lid + ", " + reads + " reads, queue pair number " + number
                    + " and PSN " + sequenceNumber + "; the peer is not a program of perftest 4.5");
        }
        QueuePairAddress queuePair = new QueuePairAddress(
                type, number, sequenceNumber, Station.QUEUE_KEY, new Lid(lid), gid, mtu, Math.min(255, reads));
        return new PerftestAddress(queuePair, memory, key, sharedReceiveQueue);
    }

    private static long hex(String digits) {
        return Long.parseUnsignedLong(digits, 16);
    }
}
