package io.verbena.diag;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.PrintableText;
import io.verbena.mad.VendorClass;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The vendor classes that infiniband-diags defines. */
final class OpenIb {
    static final int OUI = 0x001405;

    private static final int PING_CLASS = 0x32;
    private static final int SYSTEM_STATUS_CLASS = 0x33;

    static final int NO_ATTRIBUTE = 0;
    static final int STATUS_PING = 0x10;
    static final int HOST_INFO = 0x11;
    static final int PROCESSOR_INFO = 0x12;

    private OpenIb() {}

    static VendorClass ping(int oui) {
        return VendorClass.of(PING_CLASS, oui);
    }

    static VendorClass systemStatus(int oui) {
        return VendorClass.of(SYSTEM_STATUS_CLASS, oui);
    }

    /** Encodes and decodes NUL-terminated text in the data of a datagram. */
    static final class DatagramText {
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
}
