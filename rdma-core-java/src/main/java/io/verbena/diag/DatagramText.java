package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Text in the data of a datagram, which ends at its first NUL. */
final class DatagramText {
    /** As much as a datagram holds, with the NUL. */
    static final int LONGEST = 216;

    private DatagramText() {}

    /** What came from outside: control characters, but for the ends of lines, are blanks. */
    static String read(byte[] data) {
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return new String(data, 0, end, UTF_8).replaceAll("[\\p{Cntrl}&&[^\n]]", " ");
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
