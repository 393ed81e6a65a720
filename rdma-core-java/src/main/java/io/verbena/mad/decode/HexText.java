package io.verbena.mad.decode;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses bytes in hexadecimal: digits with or without blanks, {@code 0x} and commas, and dumps of hexdump, xxd, tcpdump
 * and Wireshark including their offsets and characters.
 */
public final class HexText {
    /** Maximum length of a text in characters. */
    public static final int MAX_LENGTH = 1 << 20;

    private static final Pattern MARKED_OFFSET = Pattern.compile("^\\s*(?:0[xX])?[0-9a-fA-F]{1,8}:(?=\\s|$)\\s*");
    private static final Pattern BARE_OFFSET = Pattern.compile("^\\s*([0-9a-fA-F]{4,8}) {2,}(?=[0-9a-fA-F]{2} )");
    // Matched only where blanks begin, because the time for a line of blanks would be quadratic otherwise.
    private static final Pattern MARKED_LETTERS = Pattern.compile("(?<!\\s)\\s{2,}+\\S.*$");
    private static final Pattern BARE_LETTERS = Pattern.compile("(?<!\\s)(?:\\s++\\|.*$|\\s{3,}+\\S.*$)");
    private static final Pattern WORD = Pattern.compile("[^\\s,;:.-]+");

    private HexText() {}

    /**
     * Parses a text.
     *
     * @throws IllegalArgumentException if the text contains anything else, or nothing; the message has line and column
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

    /** Returns the line without the characters column, which follows at least one digit. */
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
