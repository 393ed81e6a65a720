package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the two sides of a ping-pong tell each other, as the C programs write it: LID, number, first packet number and GID in
 * hexadecimal digits, {@code 0000:000011:b83f6d:00000000000000000000ffff0a4d0001}, and a NUL.
 *
 * @param lid the LID of the port; {@link Lid#NONE} on Ethernet
 * @param number the number of the queue pair, 24 bits
 * @param sequenceNumber its first packet number, 24 bits
 * @param gid its GID; {@link Gid#ZERO} if it has told none
 */
public record PingPongAddress(Lid lid, int number, int sequenceNumber, Gid gid) {
    /** The bytes of each, with the NUL. */
    static final int LENGTH = "0000:000000:000000:00000000000000000000000000000000".length() + 1;

    /** That of a queue pair that there is not. */
    static final PingPongAddress NONE = new PingPongAddress(Lid.NONE, 0, 0, Gid.ZERO);

    private static final Pattern FORM =
            Pattern.compile("([0-9a-fA-F]{4}):([0-9a-fA-F]{6}):([0-9a-fA-F]{6}):([0-9a-fA-F]{16})([0-9a-fA-F]{16})\0");

    /** The bytes that tell it. */
    public ByteBuffer encode() {
        String text = String.format(
                "%04x:%06x:%06x:%016x%016x\0", lid.bits(), number, sequenceNumber, gid.prefix(), gid.interfaceId());
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }

    /**
     * Reads what the other side told.
     *
     * @throws UnknownPeerException if it is not of this form
     */
    public static PingPongAddress decode(ByteBuffer bytes) {
        String text = ISO_8859_1.decode(bytes.duplicate()).toString();
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            String shown = text.length() > LENGTH ? text.substring(0, LENGTH) : text;
            throw new UnknownPeerException("'" + shown.replaceAll("[^ -~]", "?")
                    + "' is not LID:QPN:PSN:GID; is the other side a ping-pong of the same service?");
        }
        return new PingPongAddress(
                Lid.of(Integer.parseInt(form.group(1), 16)),
                Integer.parseInt(form.group(2), 16),
                Integer.parseInt(form.group(3), 16),
                new Gid(Long.parseUnsignedLong(form.group(4), 16), Long.parseUnsignedLong(form.group(5), 16)));
    }
}
