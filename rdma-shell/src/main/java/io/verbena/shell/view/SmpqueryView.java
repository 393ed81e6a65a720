package io.verbena.shell.view;

import io.verbena.diag.PartitionKeyTable;
import io.verbena.diag.PortGuids;
import io.verbena.diag.VirtualLaneArbitration;
import io.verbena.diag.VirtualLaneMap;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.DottedText;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.mad.decode.DecodedMad.Part;
import io.verbena.mad.decode.MadDecoder;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Renders attributes of subnet management in the layouts of smpquery and smpdump. */
public final class SmpqueryView {
    private static final int BYTES_PER_LINE = 16;
    private static final int KEYS_PER_LINE = 8;
    private static final int GUIDS_PER_LINE = 2;
    private static final int ENTRIES_PER_BLOCK = 32;
    private static final int DESCRIPTION_COLUMN = 32;
    private static final Set<String> KEYS = Set.of("mKey");

    private SmpqueryView() {}

    /** Returns a heading and the fields of an attribute, with its keys if {@code keys}. */
    public static List<String> of(String title, Structure attribute, Path path, String suffix, boolean keys) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title + ": " + name(path) + suffix);
        if (attribute instanceof PortInfo port) {
            lines.addAll(DottedText.of(port, keys ? Set.of() : KEYS));
            if (!port.capabilityMask2().contains(PortCapability2.IS_EXTENDED_SPEEDS2_SUPPORTED)) {
                lines.removeIf(line -> line.matches("LinkSpeedExt\\w+2:.*"));
            }
        } else {
            lines.addAll(DottedText.of(attribute));
        }
        return lines;
    }

    /** Returns the description of a node, padded with dots as in smpquery. */
    public static List<String> description(String text) {
        String name = Names.printable(text);
        int dots = Math.max(1, DESCRIPTION_COLUMN - name.length());
        return List.of("Node Description:" + ".".repeat(dots) + name);
    }

    /** Returns the address in a heading. */
    public static String name(Path path) {
        if (path instanceof DirectedPath directed) {
            return "DR path slid 65535; dlid 65535; " + directed.route();
        }
        if (path instanceof CombinedPath combined) {
            return "Lid " + combined.lid() + " DR path " + combined.route().route();
        }
        IbPath known = (IbPath) path;
        return known.isResolved() ? "Lid " + known.dlid() : "Gid " + known.dgid();
    }

    /** Returns eight keys per line. */
    public static List<String> of(PartitionKeyTable keys) {
        List<String> values =
                keys.pKeys().stream().map(key -> "0x%04x".formatted(key)).toList();
        return lines(values, keys.capacity(), KEYS_PER_LINE, "pkeys");
    }

    /** Returns two GUIDs per line. */
    public static List<String> of(PortGuids guids) {
        List<String> values = guids.guids().stream().map(guid -> guid.toHex()).toList();
        return lines(values, guids.capacity(), GUIDS_PER_LINE, "guids");
    }

    private static List<String> lines(List<String> values, int capacity, int perLine, String noun) {
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < capacity; at += perLine) {
            lines.add("%4d: %s".formatted(at, String.join(" ", values.subList(at, at + perLine))));
        }
        lines.add(capacity + " " + noun + " capacity for this port");
        return lines;
    }

    /** Returns a line for each pair of an input and an output port. */
    public static List<String> of(VirtualLaneMap map, Path path) {
        List<String> lines = new ArrayList<>();
        lines.add("# SL2VL table: " + SmpqueryView.name(path));
        lines.add(
                "#                 SL: |" + cells(IntStream.range(0, 16).boxed().toList()));
        map.rows()
                .forEach(row ->
                        lines.add("ports: in %2d, out %2d: |%s".formatted(row.in(), row.out(), cells(row.vls()))));
        return lines;
    }

    private static String cells(List<Integer> values) {
        return values.stream().map(value -> "%2d|".formatted(value)).collect(Collectors.joining());
    }

    /** Returns the tables of low and high priority, 32 entries per line. */
    public static List<String> of(VirtualLaneArbitration arbitration, Path path) {
        String port = SmpqueryView.name(path) + " port " + arbitration.port();
        if (!arbitration.present()) {
            return List.of("# No VLArbitration tables (BSP0): " + port);
        }
        List<String> lines = new ArrayList<>();
        lines.add("# VLArbitration tables: " + port + " LowCap "
                + arbitration.low().size() + " HighCap " + arbitration.high().size());
        priority("Low", arbitration.low(), lines);
        priority("High", arbitration.high(), lines);
        return lines;
    }

    private static void priority(String name, List<VlArbitrationEntry> entries, List<String> lines) {
        if (entries.isEmpty()) {
            return;
        }
        lines.add("# " + name + " priority VL Arbitration Table:");
        for (int from = 0; from < entries.size(); from += ENTRIES_PER_BLOCK) {
            List<VlArbitrationEntry> block = entries.subList(from, Math.min(entries.size(), from + ENTRIES_PER_BLOCK));
            lines.add("VL    : |" + cells(block, VlArbitrationEntry::vl));
            lines.add("WEIGHT: |" + cells(block, VlArbitrationEntry::weight));
        }
    }

    private static String cells(List<VlArbitrationEntry> entries, ToIntFunction<VlArbitrationEntry> value) {
        return entries.stream()
                .map(entry -> "0x%-2x|".formatted(value.applyAsInt(entry)))
                .collect(Collectors.joining());
    }

    /** Returns the fields of the attribute, or its words if it is unknown; then the status if it is not 0. */
    public static List<String> fields(byte[] mad) {
        List<Part> payload = MadDecoder.decode(mad).payload();
        if (payload.isEmpty()) {
            return text(mad, false);
        }
        List<String> lines = new ArrayList<>();
        payload.forEach(part -> lines.addAll(DottedText.of(part.structure())));
        addStatus(lines, mad);
        return lines;
    }

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
        addStatus(lines, mad);
        return lines;
    }

    private static void addStatus(List<String> lines, byte[] mad) {
        int status = MadHeader.LAYOUT.wrap(mad, 0).status();
        if (status != 0) {
            lines.add("SMP status: 0x%x".formatted(status));
        }
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
        return new Dump(MadHeader.LAYOUT.wrap(mad, 0).status(), HexFormat.of().formatHex(data(mad)));
    }

    record Dump(int status, String data) {}

    private static byte[] data(byte[] mad) {
        boolean directed = MadHeader.LAYOUT.wrap(mad, 0).managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
        return directed
                ? DirectedRouteSmp.LAYOUT.wrap(mad, 0).data()
                : LidRoutedSmp.LAYOUT.wrap(mad, 0).data();
    }
}
