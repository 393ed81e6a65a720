package io.verbena.shell.command;

/** Reads the numbers that people write in decimal, or in hexadecimal behind 0x. */
final class Numbers {
    private Numbers() {}

    /**
     * A number from 0 to {@code most}, which may have all 64 bits.
     *
     * @throws IllegalArgumentException if it is none; the message says what it was for
     */
    static long parse(String what, String text, long most) {
        long value;
        try {
            boolean hex = text.startsWith("0x") || text.startsWith("0X");
            String digits = hex ? text.substring(2) : text;
            if (digits.startsWith("+") || digits.startsWith("-")) {
                throw new NumberFormatException(text);
            }
            value = Long.parseUnsignedLong(digits, hex ? 16 : 10);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + ": '" + text + "' is not a number, such as 17 or 0x11", e);
        }
        if (Long.compareUnsigned(value, most) > 0) {
            throw new IllegalArgumentException(what + ": " + text + " is over 0x" + Long.toHexString(most));
        }
        return value;
    }
}
