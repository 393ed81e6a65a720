package io.verbena.shell.cli;

import java.math.BigInteger;
import java.util.regex.Pattern;

/** Reads the numbers that people write in decimal, or in hexadecimal behind 0x. */
public final class Numbers {
    private static final Pattern FORM = Pattern.compile("0[xX][0-9a-fA-F]+|[0-9]+");

    private static final int LAST_PORT = 254;

    private Numbers() {}

    /** Whether the text has the form of a number. */
    public static boolean isNumber(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * A number of at most so many bits, which may be 64.
     *
     * @throws IllegalArgumentException if it is none; the message says what it was for
     */
    public static long parse(String what, String text, int bits) {
        if (!isNumber(text)) {
            throw new IllegalArgumentException(what + ": '" + text + "' is not a number, such as 17 or 0x11");
        }
        boolean hex = text.startsWith("0x") || text.startsWith("0X");
        BigInteger value = hex ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
        if (value.bitLength() > bits) {
            BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
            throw new IllegalArgumentException(what + ": " + text + " does not fit into " + bits
                    + (bits == 1 ? " bit" : " bits") + "; give 0 to " + most + " (0x" + most.toString(16) + ")");
        }
        return value.longValue();
    }

    /**
     * The number itself, if it is within its range.
     *
     * @throws IllegalArgumentException if it is not; the message says what it was for
     */
    public static int within(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    what + ": " + number + " is out of range; give " + least + " to " + most);
        }
        return number;
    }

    /**
     * The number of a port.
     *
     * @throws IllegalArgumentException if it is none; the message says what it was for
     */
    public static int port(String what, String text) {
        int number = (int) parse(what, text, Byte.SIZE);
        if (number > LAST_PORT) {
            throw new IllegalArgumentException(
                    what + ": " + text + " is not the number of a port; they are from 0 to " + LAST_PORT);
        }
        return number;
    }
}
