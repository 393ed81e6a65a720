package io.verbena.shell.cli;

import java.io.Console;
import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses numbers in decimal or, with the prefix 0x, in hexadecimal, and keys and durations. */
public final class Numbers {
    private static final Pattern FORM = Pattern.compile("0[xX][0-9a-fA-F]+|[0-9]+");

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ns|us|ms|s)");
    private static final int LAST_PORT = 254;

    private Numbers() {}

    /** Returns whether the text has the form of a number. */
    public static boolean isNumber(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * Parses a number.
     *
     * @param what the name of the option, for the message
     * @param bits the maximum number of bits, up to 64
     * @throws IllegalArgumentException if the text is not a number of at most that many bits
     */
    public static long parse(String what, String text, int bits) {
        if (!isNumber(text)) {
            throw new IllegalArgumentException(
                    what + ": '" + text + "' is not a number; expected for example 17 or 0x11");
        }
        boolean hex = text.startsWith("0x") || text.startsWith("0X");
        BigInteger value = hex ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
        if (value.bitLength() > bits) {
            BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
            throw new IllegalArgumentException(what + ": " + text + " does not fit in " + bits
                    + (bits == 1 ? " bit" : " bits") + "; expected 0 to " + most + " (0x" + most.toString(16) + ")");
        }
        return value.longValue();
    }

    /**
     * Returns a number that must be within a range.
     *
     * @param what the name of the option, for the message
     * @throws IllegalArgumentException if the number is out of range
     */
    public static int within(String what, int number, int least, int most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    what + ": " + number + " is out of range; expected " + least + " to " + most);
        }
        return number;
    }

    /**
     * Parses a port number.
     *
     * @param what the name of the option, for the message
     * @throws IllegalArgumentException if the text is not a port number
     */
    public static int port(String what, String text) {
        int number = (int) parse(what, text, Byte.SIZE);
        if (number > LAST_PORT) {
            throw new IllegalArgumentException(
                    what + ": " + text + " is not a port number; expected 0 to " + LAST_PORT);
        }
        return number;
    }

    /**
     * Returns a 64-bit key. If the text is not a number, prompts for the key on the terminal without echo.
     *
     * @param what the name of the option, for the message
     * @throws IllegalArgumentException if the text or the reply is not a key
     */
    public static long key(String what, String text) {
        Console console = isNumber(text) ? null : System.console();
        if (console == null) {
            return parse(what, text, Long.SIZE);
        }
        char[] typed = console.readPassword("%s: ", what);
        return parse(what, typed == null ? "" : new String(typed).strip(), Long.SIZE);
    }

    /**
     * Parses a duration.
     *
     * @param what the name of the option, for the message
     * @throws IllegalArgumentException if the text is not a duration
     */
    public static Duration duration(String what, String text) {
        Matcher form = DURATION.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    what + ": '" + text + "' is not a duration; expected for example 500ns, 20us, 10ms or 2s");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ns" -> Duration.ofNanos(number);
            case "us" -> Duration.ofNanos(number * 1_000);
            case "ms" -> Duration.ofMillis(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
