package io.verbena.iba;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A local identifier: address of a port or a multicast group within its subnet (IBA 4.1.3).
 *
 * @param bits the 16 bits, 0 to 65535
 */
public record Lid(int bits) implements Comparable<Lid> {
    /** The reserved LID 0, which a port has until a subnet manager assigns one. */
    public static final Lid NONE = new Lid(0);

    /** The permissive LID, which addresses the port at the other end of the link. */
    public static final Lid PERMISSIVE = new Lid(0xffff);

    /** First LID of the multicast range. */
    public static final Lid FIRST_MULTICAST = new Lid(0xc000);

    /** The form of a text. Most programs only print LIDs, and start sooner without this pattern. */
    private static final class LidForm {
        static final Pattern NUMBER = Pattern.compile("0[xX][0-9a-fA-F]{1,8}|[0-9]{1,9}");
    }

    /**
     * Creates a LID.
     *
     * @throws IllegalArgumentException if it exceeds 16 bits
     */
    public Lid {
        if (bits < 0 || bits > 0xffff) {
            throw new IllegalArgumentException(bits + " is not a LID; a LID is from 0 to 65535");
        }
    }

    /** Returns the LID with these bits. */
    public static Lid of(int bits) {
        return bits == 0 ? NONE : new Lid(bits);
    }

    /**
     * Parses a decimal number, or a hexadecimal number with the prefix {@code 0x}.
     *
     * @throws IllegalArgumentException if the text is not a number, or exceeds 65535
     */
    public static Lid parse(String text) {
        if (!LidForm.NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a LID; write a number from 0 to 65535, or 0x…");
        }
        long bits = Long.decode(text.matches("0[0-9]+") ? text.replaceFirst("^0+(?=.)", "") : text);
        if (bits > 0xffff) {
            throw new IllegalArgumentException(text + " is not a LID; a LID is from 0 to 65535");
        }
        return of((int) bits);
    }

    /** Returns whether a text is a number that {@link #parse} may accept. */
    public static boolean isNumber(String text) {
        return LidForm.NUMBER.matcher(text).matches();
    }

    /** Returns whether this LID addresses a single port, 1 to 0xbfff. */
    public boolean isUnicast() {
        return bits > 0 && bits < FIRST_MULTICAST.bits;
    }

    /**
     * Compares the components. The method that a record generates is linked when it is first used, which would slow
     * down the start of every command.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Lid lid && lid.bits == bits;
    }

    @Override
    public int hashCode() {
        return bits;
    }

    @Override
    public int compareTo(Lid other) {
        return Integer.compare(bits, other.bits);
    }

    @Override
    public String toString() {
        return Integer.toString(bits);
    }
}
