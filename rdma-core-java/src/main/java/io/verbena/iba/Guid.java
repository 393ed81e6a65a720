package io.verbena.iba;

import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A globally unique identifier of a node, a port or a system: an EUI-64 (IBA 4.1).
 *
 * @param bits the 64 bits in host byte order
 */
public record Guid(long bits) implements Comparable<Guid> {
    /** The unspecified GUID. */
    public static final Guid ZERO = new Guid(0);

    private static final HexFormat HEX_DIGITS = HexFormat.of();

    /** The forms of a text. Most programs only print GUIDs, and start sooner without these patterns. */
    private static final class GuidForms {
        static final Pattern COLONS = Pattern.compile("(?:[0-9a-fA-F]{1,4}:){3}[0-9a-fA-F]{1,4}");
        static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    }

    /** Returns the GUID with these bits. */
    public static Guid of(long bits) {
        return bits == 0 ? ZERO : new Guid(bits);
    }

    /**
     * Parses {@code 0002:c903:0000:1491} or {@code 0x0002c90300001491}.
     *
     * @throws IllegalArgumentException if the text has neither form
     */
    public static Guid parse(String text) {
        if (GuidForms.HEX.matcher(text).matches()) {
            return of(Long.parseUnsignedLong(text.substring(2), 16));
        }
        if (GuidForms.COLONS.matcher(text).matches()) {
            long bits = 0;
            for (String group : text.split(":", -1)) {
                bits = bits << 16 | Long.parseLong(group, 16);
            }
            return of(bits);
        }
        throw new IllegalArgumentException(
                "'" + text
                        + "' is not a GUID; write four groups of hexadecimal digits, 0002:c903:0000:1491, or 0x0002c90300001491");
    }

    /** Returns whether {@link #parse} accepts a text. */
    public static boolean isGuid(String text) {
        return GuidForms.HEX.matcher(text).matches()
                || GuidForms.COLONS.matcher(text).matches();
    }

    /** Returns {@code 0x} and sixteen hexadecimal digits, the form of infiniband-diags. */
    public String toHex() {
        return "0x" + HEX_DIGITS.toHexDigits(bits);
    }

    /** Compares the components without the bootstrap of a record's method; see {@link Lid#equals}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Guid guid && guid.bits == bits;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bits);
    }

    @Override
    public int compareTo(Guid other) {
        return Long.compareUnsigned(bits, other.bits);
    }

    /** Returns four groups of hexadecimal digits, {@code 0002:c903:0000:1491}. */
    @Override
    public String toString() {
        return HEX_DIGITS.toHexDigits((short) (bits >>> 48))
                + ':'
                + HEX_DIGITS.toHexDigits((short) (bits >>> 32))
                + ':'
                + HEX_DIGITS.toHexDigits((short) (bits >>> 16))
                + ':'
                + HEX_DIGITS.toHexDigits((short) bits);
    }
}
