package io.verbena.shell.view;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.diag.validate.ValidationReport.CheckOutcome;
import io.verbena.diag.validate.ValidationReport.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows the result of a validation on a terminal: a line for each check, then the findings by kind. */
public final class ValidationView {
    private static final int LISTED = 5;
    private static final int NAMED = 4;

    private final boolean all;

    /**
     * Creates a view.
     *
     * @param all whether to list all findings of a kind, instead of the first five
     */
    public ValidationView(boolean all) {
        this.all = all;
    }

    /** Returns the lines. */
    public List<String> of(ValidationReport report) {
        List<String> lines = new ArrayList<>();
        Summary summary = report.summary();
        lines.add("%s, %d of them switches, and %s: %s, %s"
                .formatted(
                        Names.count(summary.nodes(), "node"),
                        summary.switches(),
                        Names.count(summary.links(), "link"),
                        Names.count(summary.errors(), "error"),
                        Names.count(summary.warnings(), "warning")));
        lines.add("");
        int width = report.checks().stream()
                .mapToInt(check -> check.title().length())
                .max()
                .orElse(0);
        for (CheckOutcome check : report.checks()) {
            lines.add(("%-" + width + "s  %s").formatted(check.title(), verdict(check)));
        }
        Map<String, List<FabricFinding>> byKind = new LinkedHashMap<>();
        report.findings()
                .forEach(finding -> byKind.computeIfAbsent(finding.id(), absent -> new ArrayList<>())
                        .add(finding));
        byKind.values().forEach(findings -> add(findings, lines));
        return lines;
    }

    private static String verdict(CheckOutcome check) {
        if (!check.ran()) {
            return "skipped (" + check.reason() + ")";
        }
        return check.worst()
                .map(worst ->
                        word(worst) + " (" + check.findings() + (check.findings() == 1 ? " finding)" : " findings)"))
                .orElse("ok");
    }

    private static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private void add(List<FabricFinding> findings, List<String> lines) {
        FabricFinding first = findings.get(0);
        lines.add("");
        lines.add(word(first.severity()) + ": " + first.id() + " (" + findings.size() + ")");
        findings.stream().limit(all ? Long.MAX_VALUE : LISTED).forEach(finding -> {
            lines.add("  " + Names.printable(finding.evidence()));
            if (all && !finding.affected().isEmpty()) {
                lines.add("    at: " + Names.printable(affected(finding)));
            }
        });
        if (!all && findings.size() > LISTED) {
            lines.add("  … and " + (findings.size() - LISTED) + " more; -v lists all");
        }
        lines.add("  likely cause: " + first.cause());
        lines.add("  next step: " + first.nextStep());
    }

    private static String affected(FabricFinding finding) {
        List<Affected> affected = finding.affected();
        return affected.stream().limit(NAMED).map(Affected::toString).collect(Collectors.joining(", "))
                + (affected.size() > NAMED ? ", and " + (affected.size() - NAMED) + " more" : "");
    }
}
