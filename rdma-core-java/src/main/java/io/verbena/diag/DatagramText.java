package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.PrintableText;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Text in the data of a datagram, which ends at its first NUL. */
final class DatagramText {
    /** As much as a datagram holds, with the NUL. */
    static final int LONGEST = 216;

    private DatagramText() {}

    /** What came from outside: what is not to be seen is a blank, but for the ends of lines. */
    static String read(byte[] data) {
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return Arrays.stream(new String(data, 0, end, UTF_8).split("\n", -1))
                .map(line -> PrintableText.of(line, ' '))
                .collect(Collectors.joining("\n"));
    }

    /** Cut to what a datagram holds, between two characters. */
    static byte[] write(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        int end = Math.min(bytes.length, LONGEST - 1);
        while (end < bytes.length && end > 0 && (bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }
}
