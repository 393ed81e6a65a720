package io.verbena.shell.view;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders the payload of a subnet management datagram in the layout of smpdump. */
public final class SmpdumpView {
    private static final int BYTES_PER_LINE = 16;

    private SmpdumpView() {}

    /**
     * Returns eight 16-bit words per line, or text; then the status if it is not 0, including the direction bit of a
     * directed route.
     */
    public static List<String> text(byte[] mad, boolean string) {
        List<String> lines = new ArrayList<>();
        byte[] data = data(mad);
        if (string) {
            lines.add(string(data));
        } else {
            for (int at = 0; at < data.length; at += BYTES_PER_LINE) {
                lines.add(
                        HexFormat.of().formatHex(data, at, at + BYTES_PER_LINE).replaceAll("(.{4})(?=.)", "$1 "));
            }
        }
        int status = MadHeader.LAYOUT.wrap(mad, 0).status();
        if (status != 0) {
            lines.add("SMP status: 0x%x".formatted(status));
        }
        return lines;
    }

    private static String string(byte[] data) {
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return Names.printable(new String(data, 0, end, StandardCharsets.UTF_8));
    }

    /** Returns the value for the structured formats: the status, and the bytes in hexadecimal. */
    public static Object json(byte[] mad) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", MadHeader.LAYOUT.wrap(mad, 0).status());
        json.put("data", HexFormat.of().formatHex(data(mad)));
        return json;
    }

    private static byte[] data(byte[] mad) {
        boolean directed = MadHeader.LAYOUT.wrap(mad, 0).managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
        return directed
                ? DirectedRouteSmp.LAYOUT.wrap(mad, 0).data()
                : LidRoutedSmp.LAYOUT.wrap(mad, 0).data();
    }
}
