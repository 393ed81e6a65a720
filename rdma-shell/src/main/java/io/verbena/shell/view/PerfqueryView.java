package io.verbena.shell.view;

import io.verbena.diag.counters.CounterCapabilities;
import io.verbena.diag.counters.CounterGroup;
import io.verbena.diag.counters.CounterReading;
import io.verbena.diag.counters.CounterReport;
import io.verbena.iba.DottedText;
import io.verbena.iba.Lid;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Renders counters in the layout of perfquery. */
public final class PerfqueryView {
    private static final Set<String> UNICAST =
            Set.of("PortUnicastXmitPkts", "PortUnicastRcvPkts", "PortMulticastXmitPkts", "PortMulticastRcvPkts");
    private static final Set<String> TRAFFIC = Set.of("PortXmitData", "PortRcvData", "PortXmitPkts", "PortRcvPkts");
    private static final Set<String> SETTINGS = Set.of("PortSelect", "CounterSelect");
    private static final Set<String> OP_CODE_GROUPS = Set.of("PortOpRcvCounters", "PortVLOpPackets", "PortVLOpData");

    private PerfqueryView() {}

    /** Returns a heading and the fields of each reading. */
    public static List<String> of(CounterReport report) {
        List<String> lines = new ArrayList<>();
        for (CounterReading reading : report.readings()) {
            lines.add(head(reading, report.lid(), report.capabilities()));
            DottedText.of(reading.counters()).stream()
                    .filter(line -> isShown(line.substring(0, line.indexOf(':')), reading, report.capabilities()))
                    .forEach(lines::add);
        }
        return lines;
    }

    private static String head(CounterReading reading, Lid lid, CounterCapabilities capabilities) {
        String whom = "Lid " + lid + " port " + reading.port();
        return switch (reading.group()) {
            case BASIC -> "# Port counters: %s (CapMask: 0x%02X)".formatted(whom, capabilities.mask());
            case EXTENDED ->
                "# Port extended counters: %s (CapMask: 0x%02X CapMask2: 0x%07X)"
                        .formatted(whom, capabilities.mask(), capabilities.mask2());
            case SAMPLES_CONTROL -> "# PortSamplesControl: " + whom;
            default -> "# " + reading.group().title() + " counters: " + whom;
        };
    }

    private static boolean isShown(String label, CounterReading reading, CounterCapabilities capabilities) {
        if (reading.group() == CounterGroup.EXTENDED) {
            return SETTINGS.contains(label)
                    || TRAFFIC.contains(label)
                    || (UNICAST.contains(label) ? capabilities.hasUnicastCounters() : capabilities.hasExtendedErrors());
        }
        return !label.equals("OpCode")
                || !OP_CODE_GROUPS.contains(reading.group().title());
    }
}
