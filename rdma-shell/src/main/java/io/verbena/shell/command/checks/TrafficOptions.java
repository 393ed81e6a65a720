package io.verbena.shell.command.checks;

import io.verbena.diag.counters.PortTraffic;
import io.verbena.iba.DottedText;
import io.verbena.shell.view.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Options for the output of traffic counters, in the layout of ibdatacounts. */
final class TrafficOptions {
    @Option(
            names = {"-b", "--brief"},
            description = "Show one line per port.")
    boolean brief;

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Accepted for compatibility; the output has no colors.")
    boolean noColours;

    /** Returns the lines of the ports. */
    List<String> lines(List<PortTraffic> ports) {
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
