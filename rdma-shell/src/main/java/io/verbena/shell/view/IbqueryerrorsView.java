package io.verbena.shell.view;

import io.verbena.diag.counters.ErrorSurveyReport;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError.Count;
import io.verbena.diag.counters.ErrorSurveyReport.NodeErrors;
import io.verbena.diag.counters.ErrorSurveyReport.PortErrors;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Renders error counters in the layout of ibqueryerrors.
 *
 * @param links whether to show the link of each port
 * @param onlyTraffic whether the report contains traffic instead of errors
 */
public record IbqueryerrorsView(boolean links, boolean onlyTraffic) {
    private static final String DATA = "Data";
    private static final int OCTETS = 4;
    private static final double STEP = 1024;
    private static final String UNITS = "KMGTPE";

    /** Returns the nodes and a summary. */
    public List<String> of(ErrorSurveyReport report) {
        List<String> lines = new ArrayList<>();
        report.nodes().forEach(node -> of(node, lines));
        lines.add("");
        lines.add(
                "## Summary: %d nodes checked, %d bad nodes found".formatted(report.nodesChecked(), report.badNodes()));
        lines.add("##          %d ports checked, %d ports have errors beyond threshold"
                .formatted(report.portsChecked(), report.badPorts()));
        if (!report.silent().isEmpty()) {
            lines.add("##          %d did not answer".formatted(report.silent().size()));
        }
        lines.add("## Thresholds: "
                + report.thresholds().entrySet().stream()
                        .map(entry -> "[" + entry.getKey() + " = " + entry.getValue() + "]")
                        .collect(Collectors.joining()));
        lines.add("## Suppressed:"
                + report.suppressed().stream().map(name -> " " + name).collect(Collectors.joining()));
        return lines;
    }

    private void of(NodeErrors node, List<String> lines) {
        String guid = withoutZeros(node.guid());
        String name = '"' + Names.printable(node.name()) + '"';
        if (onlyTraffic) {
            lines.add("Data Counters for " + guid + " " + name);
        } else {
            lines.add("Errors for " + (node.type() == NodeType.SWITCH ? guid + " " : "") + name);
        }
        node.ports().forEach(port -> of(node, port, lines));
    }

    private void of(NodeErrors node, PortErrors port, List<String> lines) {
        StringBuilder line = new StringBuilder("   GUID ")
                .append(withoutZeros(onlyTraffic ? node.guid() : port.guid()))
                .append(" port ")
                .append(port.isSum() ? "ALL" : String.valueOf(port.port()))
                .append(':');
        for (CountedError error : port.errors()) {
            line.append(cell(error.counter(), error.value(), ""));
            error.details().forEach(why -> line.append(cell(why.counter(), why.value(), "")));
        }
        port.traffic().forEach(count -> line.append(cell(count.counter(), count.value(), size(count))));
        lines.add(line.toString());
        if (links && port.link() != null) {
            lines.add("       Link info: " + LinkText.ofErrors(port.link()));
        }
    }

    private static String cell(String counter, long value, String size) {
        return " [" + counter + " == " + Long.toUnsignedString(value) + size + "]";
    }

    /** Returns the size with its unit: octets for data counters, numbers for packet counters. */
    private static String size(Count count) {
        boolean data = count.counter().endsWith(DATA);
        double value = count.value() < 0 ? Math.pow(2, Long.SIZE) + count.value() : count.value();
        double scaled = data ? value * OCTETS : value;
        String unit = "";
        for (int i = 0; i < UNITS.length() && scaled >= STEP; i++) {
            scaled /= STEP;
            unit = UNITS.substring(i, i + 1);
        }
        return String.format(Locale.ROOT, " (%.3f%s%s)", scaled, unit, data ? "B" : "");
    }

    /** Returns a GUID without leading zeros. */
    private static String withoutZeros(Guid guid) {
        return "0x" + Long.toHexString(guid.bits());
    }
}
