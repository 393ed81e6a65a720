package io.verbena.shell.view;

import io.verbena.diag.counters.PortTraffic;
import io.verbena.iba.DottedText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Renders traffic counters in the layout of ibdatacounts.
 *
 * @param brief whether to show one line per port
 */
public record TrafficView(boolean brief) {
    /** Returns the lines of the ports. */
    public List<String> of(List<PortTraffic> ports) {
        List<String> lines = new ArrayList<>();
        for (PortTraffic port : ports) {
            String whom = whom(port);
            if (brief) {
                lines.add(whom + ": "
                        + port.counts().stream()
                                .map(count ->
                                        "[" + count.counter() + " == " + Long.toUnsignedString(count.value()) + "]")
                                .collect(Collectors.joining(" ")));
            } else {
                lines.add("# Data counters: " + whom);
                port.counts()
                        .forEach(count ->
                                lines.add(DottedText.line(count.counter(), Long.toUnsignedString(count.value()))));
            }
        }
        return lines;
    }

    private static String whom(PortTraffic port) {
        return "lid %s (%s) port %s"
                .formatted(
                        port.lid(), Names.printable(port.node()), port.isSum() ? "all" : String.valueOf(port.port()));
    }
}
