package io.verbena.diag.validate;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The result of a validation. Immutable.
 *
 * @param summary the size of the fabric
 * @param checks the checks in the order of the registry
 * @param findings the findings, the most severe first
 * @param tables the tables of the checks
 */
public record ValidationReport(
        Summary summary, List<CheckOutcome> checks, List<FabricFinding> findings, List<ReportTable> tables) {
    /** Copies the lists and sorts the findings by severity. */
    public ValidationReport {
        checks = List.copyOf(checks);
        findings = findings.stream()
                .sorted(Comparator.comparing(FabricFinding::severity).reversed())
                .toList();
        tables = List.copyOf(tables);
    }

    /**
     * The size of a fabric.
     *
     * @param nodes the number of nodes
     * @param switches the number of switches among them
     * @param links the number of links
     * @param errors the number of findings that are errors
     * @param warnings the number of findings that are warnings
     */
    public record Summary(int nodes, int switches, int links, int errors, int warnings) {}

    /**
     * The outcome of a check.
     *
     * @param id the name of the check
     * @param title the title of the check
     * @param ran whether it ran; false if it was not selected, or a part of the fabric that it needs was not read
     * @param reason why it did not run; empty if it did
     * @param findings the number of its findings
     * @param worst the highest severity of its findings; empty if it has none
     * @param millis the time that it took, in milliseconds
     */
    public record CheckOutcome(
            String id, String title, boolean ran, String reason, int findings, Optional<Severity> worst, long millis) {}

    /** Returns whether there are neither errors nor warnings. */
    public boolean isHealthy() {
        return findings.stream().allMatch(finding -> finding.severity() == Severity.INFO);
    }

    static Optional<Severity> worst(Collection<FabricFinding> findings) {
        return findings.stream().map(FabricFinding::severity).max(Comparator.naturalOrder());
    }

    /**
     * A table of a report, such as the histogram of hops.
     *
     * @param name the name in reports and of the CSV file, such as {@code hops}
     * @param columns the names of the columns
     * @param rows the rows, with a value for each column: numbers, or texts
     */
    public record ReportTable(String name, List<String> columns, List<List<Object>> rows) {
        /** Copies the lists. */
        public ReportTable {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }
    }
}
