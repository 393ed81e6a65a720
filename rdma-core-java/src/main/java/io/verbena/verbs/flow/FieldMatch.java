package io.verbena.verbs.flow;

import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * What a field of at most 64 bits must be: it matches where all bits of the mask are those of the value. Most devices take
 * whole fields only, {@link #exactly} or {@link #ANY}.
 *
 * @param value the bits
 * @param mask which of them count; -1 is all that the field has
 */
public record FieldMatch(long value, long mask) {
    /** Anything. */
    public static final FieldMatch ANY = new FieldMatch(0, 0);

    private static final Pattern MAC = Pattern.compile("[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}");

    /** This value, in all bits of the field. */
    public static FieldMatch exactly(long value) {
        return new FieldMatch(value, -1);
    }

    /**
     * This MAC address.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static FieldMatch mac(String address) {
        if (!MAC.matcher(address).matches()) {
            throw new IllegalArgumentException("'" + address + "' is no MAC address; write 66:11:22:33:44:55");
        }
        return exactly(Long.parseLong(address.replaceAll("[:-]", ""), 16));
    }

    /** This IPv4 address. */
    public static FieldMatch ipv4(Inet4Address address) {
        return exactly(ByteBuffer.wrap(address.getAddress()).getInt() & 0xffff_ffffL);
    }

    /** Refuses what does not fit into a field. */
    FieldMatch requireBits(String name, int bits) {
        boolean fits = fits(value, bits) && (mask == -1 || fits(mask, bits));
        if (!fits) {
            throw new IllegalArgumentException(name + " 0x" + Long.toHexString(value) + " with mask 0x"
                    + Long.toHexString(mask) + " does not fit; it has " + bits + " bits");
        }
        return this;
    }

    private static boolean fits(long number, int bits) {
        return number >>> bits == 0;
    }
}
