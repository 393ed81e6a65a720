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
 * The address of a queue pair and of its memory, as the programs of perftest exchange it: hexadecimal text of 107 characters
 * and a zero, with LID, reads in flight, queue pair number, PSN, key, address, the bytes of the GID and the number of an SRQ,
 * separated by colons.
 */
record PerftestAddress(QueuePairAddress queuePair, long memory, int key) {
    static final int LENGTH = 108;

    private static final int GID_BYTES = 16;
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{4}):([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6})"
            + ":([0-9a-f]{8}):([0-9a-f]{16}):((?:[0-9a-f]{2}:){16})[0-9a-f]{8}:");

    ByteBuffer encode() {
        Gid gid = queuePair.gid();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%04x:%04x:%06x:%06x:%08x:%016x:",
                queuePair.lid().bits(),
                queuePair.reads(),
                queuePair.number(),
                queuePair.sequenceNumber(),
                key,
                memory));
        ByteBuffer bytes = ByteBuffer.allocate(GID_BYTES)
                .putLong(gid.prefix())
                .putLong(gid.interfaceId())
                .flip();
        while (bytes.hasRemaining()) {
            text.append(String.format(Locale.ROOT, "%02x:", bytes.get()));
        }
        return ByteBuffer.wrap(text.append("00000000:\0").toString().getBytes(US_ASCII));
    }

    /**
     * Decodes an address.
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
        ByteBuffer bytes = ByteBuffer.allocate(GID_BYTES);
        String gid = parts.group(7);
        while (bytes.hasRemaining()) {
            int at = 3 * bytes.position();
            bytes.put((byte) hex(gid.substring(at, at + 2)));
        }
        QueuePairAddress queuePair = new QueuePairAddress(
                type,
                (int) hex(parts.group(3)),
                (int) hex(parts.group(4)),
                Station.QUEUE_KEY,
                new Lid((int) hex(parts.group(1))),
                new Gid(bytes.getLong(0), bytes.getLong(Long.BYTES)),
                mtu,
                (int) Math.min(255, hex(parts.group(2))));
        return new PerftestAddress(queuePair, hex(parts.group(6)), (int) hex(parts.group(5)));
    }

    private static long hex(String digits) {
        return Long.parseUnsignedLong(digits, 16);
    }
}
