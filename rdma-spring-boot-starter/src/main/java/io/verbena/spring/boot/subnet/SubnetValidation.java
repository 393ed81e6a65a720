package io.verbena.spring.boot.subnet;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A validation of the fabric. Immutable.
 *
 * @param report the findings and tables
 * @param taken the time when the validation ended
 * @param duration the time that reading the tables and running the checks took
 */
public record SubnetValidation(ValidationReport report, Instant taken, Duration duration) {

    /** Returns the number of findings of a severity. */
    public long count(Severity severity) {
        return report.findings().stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** Returns the findings that another validation does not have; all if it is null. */
    public List<FabricFinding> findingsWithout(@Nullable SubnetValidation other) {
        Set<String> known = other == null
                ? Set.of()
                : other.report.findings().stream().map(FabricFinding::key).collect(Collectors.toSet());
        return report.findings().stream()
                .filter(finding -> !known.contains(finding.key()))
                .toList();
    }
}
