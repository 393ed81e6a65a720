package io.verbena.verbs.flow;

import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * Matches a field of at most 64 bits whose bits in the mask are those of the value. Most devices support only whole fields:
 * {@link #exactly} or {@link #ANY}.
 *
 * @param value the bits
 * @param mask the bits that count; -1 for all bits of the field
 */
public record FieldMatch(long value, long mask) {
    /** Matches every value. */
    public static final FieldMatch ANY = new FieldMatch(0, 0);

    private static final Pattern MAC = Pattern.compile("[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}");

    /** Matches one value, in all bits of the field. */
    public static FieldMatch exactly(long value) {
        return new FieldMatch(value, -1);
    }

    /**
     * Matches one MAC address.
     *
     * @throws IllegalArgumentException if the text is not a MAC address
     */
    public static FieldMatch mac(String address) {
        if (!MAC.matcher(address).matches()) {
            throw new IllegalArgumentException("'" + address + "' is no MAC address; write 66:11:22:33:44:55");
        }
        return exactly(Long.parseLong(address.replaceAll("[:-]", ""), 16));
    }

    /** Matches one IPv4 address. */
    public static FieldMatch ipv4(Inet4Address address) {
        return exactly(ByteBuffer.wrap(address.getAddress()).getInt() & 0xffff_ffffL);
    }

    /** Refuses a value or a mask with more bits than a field has. */
    void requireBits(String field, int bits) {
        boolean fits = fits(value, bits) && (mask == -1 || fits(mask, bits));
        if (!fits) {
            throw new IllegalArgumentException(field + " 0x" + Long.toHexString(value) + " with mask 0x"
                    + Long.toHexString(mask) + " does not fit; it has " + bits + " bits");
        }
    }

    private static boolean fits(long number, int bits) {
        return number >>> bits == 0;
    }

    /** Writes the value and the mask to the two places of a field, of which the lowest bits count. */
    void write(ByteBuffer spec, int valueAt, int maskAt, int bytes, int bits) {
        write(spec, valueAt, bytes, value);
        write(spec, maskAt, bytes, mask & -1L >>> (Long.SIZE - bits));
    }

    private static void write(ByteBuffer spec, int at, int bytes, long number) {
        for (int i = 0; i < bytes; i++) {
            spec.put(at + i, (byte) (number >>> (Byte.SIZE * (bytes - 1 - i))));
        }
    }
}
