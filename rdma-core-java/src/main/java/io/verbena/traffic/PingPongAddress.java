package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address that the two sides of a ping-pong exchange, in the format of the C programs: LID, queue pair number,
 * first packet number and GID in hexadecimal, {@code 0000:000011:b83f6d:00000000000000000000ffff0a4d0001}, and a NUL.
 *
 * @param lid the LID of the port; {@link Lid#NONE} on Ethernet
 * @param number the queue pair number, 24 bits
 * @param sequenceNumber the first packet sequence number, 24 bits
 * @param gid the GID; {@link Gid#ZERO} if the peer did not send one
 */
public record PingPongAddress(Lid lid, int number, int sequenceNumber, Gid gid) {
    /** The encoded length in bytes, including the NUL. */
    static final int LENGTH = "0000:000000:000000:00000000000000000000000000000000".length() + 1;

    /** The address of a queue pair that does not exist. */
    static final PingPongAddress NONE = new PingPongAddress(Lid.NONE, 0, 0, Gid.ZERO);

    private static final Pattern FORM =
            Pattern.compile("([0-9a-fA-F]{4}):([0-9a-fA-F]{6}):([0-9a-fA-F]{6}):([0-9a-fA-F]{16})([0-9a-fA-F]{16})\0");

    /** Encodes the address. */
    public ByteBuffer encode() {
        String text = String.format(
                "%04x:%06x:%06x:%016x%016x\0", lid.bits(), number, sequenceNumber, gid.prefix(), gid.interfaceId());
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }

    /**
     * Decodes the address of the peer.
     *
     * @throws UnknownPeerException if the bytes have another form
     */
    public static PingPongAddress decode(ByteBuffer bytes) {
        String text = ISO_8859_1.decode(bytes.duplicate()).toString();
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            String shown = text.length() > LENGTH ? text.substring(0, LENGTH) : text;
            throw new UnknownPeerException("'" + shown.replaceAll("[^ -~]", "?")
                    + "' is not of the form LID:QPN:PSN:GID; the peer is not a ping-pong of the same service");
        }
        return new PingPongAddress(
                Lid.of(Integer.parseInt(form.group(1), 16)),
                Integer.parseInt(form.group(2), 16),
                Integer.parseInt(form.group(3), 16),
                new Gid(Long.parseUnsignedLong(form.group(4), 16), Long.parseUnsignedLong(form.group(5), 16)));
    }
}
