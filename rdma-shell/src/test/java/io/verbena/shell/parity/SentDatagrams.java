package io.verbena.shell.parity;

import io.verbena.iba.ManagementClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The requests of one management class that a command sent, in hexadecimal digits, without their transaction IDs. */
final class SentDatagrams {
    private static final HexFormat HEX = HexFormat.of();
    private static final int DATAGRAM = 256;
    private static final int UMAD_HEADER = 64;
    private static final int BYTES_PER_LINE = 16;
    private static final int TRANSACTION_ID = 8;

    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int RECORD_LENGTH = 8;
    private static final int ERF_HEADER = 16;
    private static final int LOCAL_ROUTE_HEADER = 8;
    private static final int TRANSPORT_HEADERS = 20;

    private SentDatagrams() {}

    /** Returns the datagrams that a C program with {@code -ddd} prints under {@code send buf}. */
    static List<String> shownIn(CommandRun run, ManagementClass managementClass) {
        List<String> lines = run.errors();
        List<String> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("send buf")) {
                int first = i + 1 + UMAD_HEADER / BYTES_PER_LINE;
                String digits = String.join("", lines.subList(first, first + DATAGRAM / BYTES_PER_LINE));
                add(found, HEX.parseHex(digits.replace(" ", "")), managementClass);
            }
        }
        return found;
    }

    /** Returns the datagrams in a file of {@code --pcap}, whose packets have no global route header. */
    static List<String> keptIn(Path pcap, ManagementClass managementClass) {
        List<String> found = new ArrayList<>();
        try {
            ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(pcap));
            for (int at = FILE_HEADER; at < file.limit(); at += RECORD_HEADER + file.getInt(at + RECORD_LENGTH)) {
                int mad = at + RECORD_HEADER + ERF_HEADER + LOCAL_ROUTE_HEADER + TRANSPORT_HEADERS;
                add(found, Arrays.copyOfRange(file.array(), mad, mad + DATAGRAM), managementClass);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static void add(List<String> found, byte[] datagram, ManagementClass managementClass) {
        boolean isRequest = (datagram[3] & 0x80) == 0;
        if (isRequest && (datagram[1] & 0xff) == managementClass.code()) {
            Arrays.fill(datagram, TRANSACTION_ID, TRANSACTION_ID + Long.BYTES, (byte) 0);
            found.add(HEX.formatHex(datagram));
        }
    }
}
