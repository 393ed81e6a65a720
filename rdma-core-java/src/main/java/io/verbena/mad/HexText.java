package io.verbena.mad;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads bytes out of what people have at hand: digits with or without blanks, {@code 0x}, commas, and the dumps of
 * hexdump, xxd, tcpdump and Wireshark with their offsets and letters.
 */
public final class HexText {
    /** The longest text that is read, in characters. */
    public static final int MAX_LENGTH = 1 << 20;

    private static final Pattern MARKED_OFFSET = Pattern.compile("^\\s*(?:0[xX])?[0-9a-fA-F]{1,8}:(?=\\s|$)\\s*");
    private static final Pattern BARE_OFFSET = Pattern.compile("^\\s*([0-9a-fA-F]{4,8}) {2,}(?=[0-9a-fA-F]{2} )");
    // Looked for where blanks begin only, since a line of blanks would take the square of its length otherwise.
    private static final Pattern MARKED_LETTERS = Pattern.compile("(?<!\\s)\\s{2,}+\\S.*$");
    private static final Pattern BARE_LETTERS = Pattern.compile("(?<!\\s)(?:\\s++\\|.*$|\\s{3,}+\\S.*$)");
    private static final Pattern WORD = Pattern.compile("[^\\s,;:.-]+");

    private HexText() {}

    /**
     * The bytes of a text.
     *
     * @throws IllegalArgumentException if it holds something else, or nothing; the message names it, its line and column
     */
    public static byte[] parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "the text is longer than " + MAX_LENGTH + " characters; that is no datagram");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int number = 1;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            line(line, number++, bytes);
        }
        if (bytes.size() == 0) {
            throw new IllegalArgumentException("there is no hexadecimal digit in the text");
        }
        return bytes.toByteArray();
    }

    private static void line(String line, int number, ByteArrayOutputStream bytes) {
        int start = 0;
        String rest = line;
        Matcher marked = MARKED_OFFSET.matcher(line);
        Matcher bare = BARE_OFFSET.matcher(line);
        if (marked.find()) {
            start = marked.end();
            rest = without(MARKED_LETTERS, line);
        } else if (bare.find() && Long.parseLong(bare.group(1), 16) == bytes.size()) {
            start = bare.end();
            rest = without(BARE_LETTERS, line);
        }
        Matcher word = WORD.matcher(rest);
        for (int at = start; word.find(at); at = word.end()) {
            word(word.group(), number, word.start() + 1, bytes);
        }
    }

    /** The line up to the letters, which begin behind at least one digit. */
    private static String without(Pattern letters, String line) {
        Matcher offset = MARKED_OFFSET.matcher(line);
        Matcher bare = BARE_OFFSET.matcher(line);
        int from = offset.find() ? offset.end() : bare.find() ? bare.end() : 0;
        return line.substring(0, from) + letters.matcher(line.substring(from)).replaceFirst("");
    }

    private static void word(String word, int line, int column, ByteArrayOutputStream bytes) {
        boolean prefixed = word.startsWith("0x") || word.startsWith("0X");
        String digits = prefixed ? word.substring(2) : word;
        int first = column + (prefixed ? 2 : 0);
        for (int i = 0; i < digits.length(); i++) {
            if (!HexFormat.isHexDigit(digits.charAt(i))) {
                int letter = digits.codePointAt(i);
                String shown = Character.isISOControl(letter) || Character.isSurrogate((char) letter)
                        ? "U+%04X".formatted(letter)
                        : "'" + Character.toString(letter) + "'";
                throw new IllegalArgumentException(
                        "line " + line + ", column " + (first + i) + ": " + shown + " is not a hexadecimal digit");
            }
        }
        if (digits.length() % 2 != 0 || digits.isEmpty()) {
            throw new IllegalArgumentException("line " + line + ", column " + column + ": '" + shortened(word)
                    + "' has an odd number of digits; a byte has two");
        }
        bytes.writeBytes(HexFormat.of().parseHex(digits));
    }

    private static String shortened(String word) {
        return word.length() <= 16 ? word : word.substring(0, 16) + "…";
    }
}
