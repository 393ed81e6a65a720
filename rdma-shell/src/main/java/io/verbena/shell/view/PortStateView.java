package io.verbena.shell.view;

import io.verbena.diag.LinkReport;
import io.verbena.diag.PortChange;
import io.verbena.diag.PortChange.PortSetting;
import io.verbena.diag.PortReading;
import io.verbena.iba.DottedText;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.PortCapability2;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Renders a port in the layout of ibportstate. */
public final class PortStateView {
    private static final List<String> LINK = List.of(
            "LinkState",
            "PhysLinkState",
            "Lid",
            "SMLid",
            "LMC",
            "LinkWidthSupported",
            "LinkWidthEnabled",
            "LinkWidthActive",
            "LinkSpeedSupported",
            "LinkSpeedEnabled",
            "LinkSpeedActive");
    private static final List<String> EXTENDED =
            List.of("LinkSpeedExtSupported", "LinkSpeedExtEnabled", "LinkSpeedExtActive");
    private static final List<String> EXTENDED2 =
            List.of("LinkSpeedExtSupported2", "LinkSpeedExtEnabled2", "LinkSpeedExtActive2");
    private static final List<String> KEYS = List.of("Mkey", "MkeyLeasePeriod", "ProtectBits");

    private PortStateView() {}

    /** Returns both ends of a link. */
    public static List<String> of(LinkReport report, boolean keys) {
        List<String> lines = new ArrayList<>();
        lines.add(kind(report.port()) + " PortInfo:");
        lines.addAll(port(report.port(), keys, true));
        PortReading peer = report.peer();
        if (peer != null) {
            lines.add("Peer PortInfo:");
            lines.addAll(port(peer, keys, true));
        }
        report.warnings().forEach(warning -> lines.add("# " + warning));
        return lines;
    }

    /**
     * Returns a port before and after a change.
     *
     * @param after the new state; null if nothing was changed
     * @param change the change; its vendor attribute is shown only if it was written
     */
    public static List<String> of(PortReading before, @Nullable PortReading after, PortChange change, boolean keys) {
        List<String> lines = new ArrayList<>();
        lines.add("Initial " + kind(before) + " PortInfo:");
        lines.addAll(port(before, keys, true));
        if (after == null) {
            lines.add("Port is already in enable state");
        } else {
            MlnxExtPortInfo changed = after.vendor();
            if (changed != null && change.settings().containsKey(PortSetting.FDR10)) {
                lines.add("");
                lines.add("After MLNXExtendedPortInfo set:");
                addVendor(lines, after, changed);
            }
            lines.add("");
            lines.add("After PortInfo set:");
            lines.addAll(port(after, keys, false));
        }
        return lines;
    }

    private static String kind(PortReading port) {
        return port.isSwitch() ? "Switch" : "CA/RT";
    }

    private static List<String> port(PortReading port, boolean keys, boolean vendor) {
        List<String> lines = new ArrayList<>();
        lines.add("# Port info: " + where(port));
        Map<String, String> fields = new HashMap<>();
        DottedText.of(port.info(), keys ? Set.of() : Set.of("mKey"))
                .forEach(line -> fields.put(line.replaceFirst(":.*", ""), line));
        add(lines, fields, LINK);
        if (port.extendedSpeeds()) {
            add(lines, fields, EXTENDED);
        }
        if (port.info().capabilityMask2().contains(PortCapability2.IS_EXTENDED_SPEEDS2_SUPPORTED)) {
            add(lines, fields, EXTENDED2);
        }
        if (!port.isExternal()) {
            add(lines, fields, KEYS);
        }
        MlnxExtPortInfo extended = port.vendor();
        if (vendor && extended != null) {
            addVendor(lines, port, extended);
        }
        return lines;
    }

    private static void addVendor(List<String> lines, PortReading port, MlnxExtPortInfo vendor) {
        lines.add("# MLNX ext Port info: " + where(port));
        lines.addAll(DottedText.of(vendor));
    }

    private static String where(PortReading port) {
        return SmpqueryView.name(port.path()) + " port " + port.port();
    }

    private static void add(List<String> lines, Map<String, String> fields, List<String> labels) {
        labels.stream().map(fields::get).filter(Objects::nonNull).forEach(lines::add);
    }
}
