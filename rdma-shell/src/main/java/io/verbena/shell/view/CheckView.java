package io.verbena.shell.view;

import io.verbena.diag.check.CheckReport;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CheckReport.CheckedNode.CheckedPort;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders checks in the layout of the scripts of infiniband-diags.
 *
 * @param ports whether port attributes were checked
 * @param counters whether counters were checked
 * @param brief whether to omit the names of counters that exceed their thresholds
 * @param verbose whether to show successful checks as well
 */
public record CheckView(boolean ports, boolean counters, boolean brief, boolean verbose) {
    private static final String FAILED = "  FAILED";
    private static final String OK = "  OK";

    /**
     * Returns the problems of a subnet and a summary.
     *
     * @param badPorts the words for failed ports in the summary
     */
    public List<String> of(CheckReport report, String badPorts) {
        List<String> lines = new ArrayList<>();
        for (CheckedNode node : report.nodes()) {
            lines.addAll(of(node));
            if (!node.isWell()) {
                lines.add("# Checked %s: nodeguid %s with failure"
                        .formatted(Names.kind(node.type()), node.guid().toHex()));
            }
        }
        lines.add("");
        lines.add("## Summary: %d nodes checked, %d bad nodes found"
                .formatted(report.nodes().size(), report.badNodes()));
        if (ports) {
            lines.add("##          %d ports checked, %d %s"
                    .formatted(report.ports().checked(), report.ports().bad(), badPorts));
        }
        if (counters) {
            lines.add("##          %d ports checked, %d ports have errors beyond threshold"
                    .formatted(report.counters().checked(), report.counters().bad()));
        }
        return lines;
    }

    /** Returns the check of a node and of its ports that were checked. */
    public List<String> of(CheckedNode node) {
        List<String> lines = new ArrayList<>();
        boolean alone = !ports && !counters;
        if (!node.isBad() && (verbose || alone)) {
            lines.add("Node check " + whom(node) + name(node) + ":" + OK);
        }
        lines.addAll(ofPorts(node));
        return lines;
    }

    /** Returns the check of ports, with the node only if it has a problem. */
    public List<String> ofPorts(CheckedNode node) {
        List<String> lines = new ArrayList<>();
        node.problems().forEach(problem -> lines.add(line(problem, whom(node))));
        if (node.isBad()) {
            lines.add("Node check " + whom(node) + name(node) + ":" + FAILED);
        }
        node.ports().forEach(port -> of(node, port, lines));
        boolean counted = node.ports().stream().anyMatch(CheckedPort::hasErrors);
        if (counters
                && verbose
                && !counted
                && !node.isBad()
                && (ports || node.ports().isEmpty())) {
            lines.add("Error check on " + whom(node) + name(node) + " port all:" + OK);
        }
        return lines;
    }

    private void of(CheckedNode node, CheckedPort port, List<String> lines) {
        String whom = port.lid().isUnicast() ? "lid " + port.lid() : whom(node);
        String number = " port " + (port.isSum() ? "all" : String.valueOf(port.port()));
        if (ports) {
            port.problems().stream()
                    .filter(problem -> problem.kind() != Kind.COUNTER)
                    .forEach(problem -> lines.add(line(problem, whom + number)));
            if (port.isBad() || (verbose && !port.isSum())) {
                lines.add("Port check " + whom + name(node) + number + ":" + (port.isBad() ? FAILED : OK));
            }
        }
        if (port.hasErrors()) {
            port.problems().stream()
                    .filter(problem -> !brief && problem.kind() == Kind.COUNTER)
                    .forEach(problem -> lines.add(line(problem, whom + number)));
            lines.add("Error check on " + whom + name(node) + number + ":" + FAILED);
        } else if (counters && verbose && !ports) {
            lines.add("Error check on " + whom + name(node) + number + ":" + OK);
        }
    }

    private static String line(Problem problem, String whom) {
        return switch (problem.kind()) {
            case SILENT -> "#error: %s of %s: %s".formatted(problem.what(), whom, problem.value());
            case COUNTER ->
                "#warn: counter %s = %s \t(threshold %s) %s"
                        .formatted(problem.what(), problem.value(), problem.expected(), whom);
            case OTHER_NODE, STATE, WIDTH, ADDRESS ->
                "#warn: %s is %s, expected %s; %s".formatted(problem.what(), problem.value(), problem.expected(), whom);
        };
    }

    private static String whom(CheckedNode node) {
        return node.lid().isUnicast()
                ? "lid " + node.lid()
                : "guid " + node.guid().toHex();
    }

    private static String name(CheckedNode node) {
        return node.name().isEmpty() ? "" : " (" + Names.printable(node.name()) + ")";
    }
}
