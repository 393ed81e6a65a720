package io.verbena.shell.view;

import io.verbena.diag.PartitionKeyTable;
import io.verbena.diag.PortGuids;
import io.verbena.diag.VirtualLaneArbitration;
import io.verbena.diag.VirtualLaneMap;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Renders tables of a port in the layout of smpquery. */
public final class SmpTablesView {
    private static final int KEYS_PER_LINE = 8;
    private static final int GUIDS_PER_LINE = 2;
    private static final int ENTRIES_PER_BLOCK = 32;

    private SmpTablesView() {}

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
}
