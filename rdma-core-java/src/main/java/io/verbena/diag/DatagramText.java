package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.PrintableText;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Encodes and decodes NUL-terminated text in the data of a datagram. */
final class DatagramText {
    /** The maximum number of bytes, including the NUL. */
    static final int LONGEST = 216;

    private DatagramText() {}

    /** Decodes text from a peer. Replaces characters that are not printable by blanks, except line breaks. */
    static String read(byte[] data) {
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return Arrays.stream(new String(data, 0, end, UTF_8).split("\n", -1))
                .map(line -> PrintableText.of(line, ' '))
                .collect(Collectors.joining("\n"));
    }

    /** Encodes text, truncated at a character boundary to the maximum length. */
    static byte[] write(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        int end = Math.min(bytes.length, LONGEST - 1);
        while (end < bytes.length && end > 0 && (bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }
}
