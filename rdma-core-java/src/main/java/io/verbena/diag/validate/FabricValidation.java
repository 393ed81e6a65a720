package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.ValidationReport.CheckOutcome;
import io.verbena.diag.validate.ValidationReport.ReportTable;
import io.verbena.diag.validate.ValidationReport.Summary;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetConflictException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Validates a fabric by a list of checks. Immutable and safe for use by several threads. */
public final class FabricValidation {
    /** All checks, in the order of reports. */
    public static final List<FabricCheck> CHECKS = List.of(
            new FabricCheck("responses", "Responses of nodes", Set.of(), FabricValidation::responses),
            new FabricCheck("identifiers", "GUIDs, LIDs and descriptions", Set.of(), NodeValidation::identifiers),
            new FabricCheck("links", "Links", Set.of(), LinkValidation::check),
            new FabricCheck("shape", "Shape of the fabric", Set.of(), ShapeValidation::check),
            new FabricCheck("devices", "Devices and firmware", Set.of(), NodeValidation::devices),
            new FabricCheck("reference", "Comparison with the reference", Set.of(), ReferenceValidation::check),
            new FabricCheck(
                    "subnet-managers", "Subnet managers", Set.of(SweepPart.MANAGERS), ManagementValidation::managers),
            new FabricCheck("keys", "Management keys", Set.of(), ManagementValidation::keys),
            new FabricCheck("partitions", "Partitions", Set.of(SweepPart.PARTITIONS), PartitionValidation::partitions),
            new FabricCheck(
                    "ipoib",
                    "Groups of IPoIB",
                    Set.of(SweepPart.GROUPS, SweepPart.PARTITIONS),
                    PartitionValidation::ipoib),
            new FabricCheck(
                    "virtual-lanes",
                    "Service levels and virtual lanes",
                    Set.of(SweepPart.LANES),
                    LaneValidation::check),
            new FabricCheck("routing", "Unicast routing", Set.of(SweepPart.UNICAST), RoutingValidation::check),
            new FabricCheck("credit-loops", "Credit loops", Set.of(SweepPart.UNICAST), CreditLoopValidation::check),
            new FabricCheck("multicast", "Multicast routing", Set.of(SweepPart.MULTICAST), MulticastValidation::check),
            new FabricCheck(
                    "counters", "Error counters and congestion", Set.of(SweepPart.COUNTERS), CounterValidation::check));

    private final List<FabricCheck> checks;
    private final ValidationOptions options;

    /** Creates a validation by all checks. */
    public FabricValidation(ValidationOptions options) {
        this(CHECKS, options);
    }

    /** Creates a validation by these checks. */
    public FabricValidation(List<FabricCheck> checks, ValidationOptions options) {
        this.checks = List.copyOf(checks);
        this.options = options;
    }

    /** Returns the parts that the selected checks need. */
    public Set<SweepPart> needs() {
        Set<SweepPart> needs = EnumSet.noneOf(SweepPart.class);
        checks.stream().filter(this::isSelected).forEach(check -> needs.addAll(check.needs()));
        return needs;
    }

    private boolean isSelected(FabricCheck check) {
        return !options.skipped().contains(check.id());
    }

    /** Runs the selected checks. */
    public ValidationReport run(FabricState fabric) {
        List<CheckOutcome> outcomes = new ArrayList<>();
        List<FabricFinding> findings = new ArrayList<>();
        List<ReportTable> tables = new ArrayList<>();
        for (FabricCheck check : checks) {
            String obstacle = obstacle(check, fabric);
            CheckResult result = new CheckResult(check.id(), fabric.names());
            long start = System.nanoTime();
            if (obstacle.isEmpty()) {
                check.algorithm().check(fabric, options, result);
            }
            outcomes.add(new CheckOutcome(
                    check.id(),
                    check.title(),
                    obstacle.isEmpty(),
                    obstacle,
                    result.findings().size(),
                    ValidationReport.worst(result.findings()),
                    Duration.ofNanos(System.nanoTime() - start).toMillis()));
            findings.addAll(result.findings());
            tables.addAll(result.tables());
        }
        return new ValidationReport(summary(fabric.subnet(), findings), outcomes, findings, tables);
    }

    private String obstacle(FabricCheck check, FabricState fabric) {
        if (!isSelected(check)) {
            return "not selected";
        }
        String missing = check.needs().stream()
                .filter(part -> !fabric.parts().contains(part))
                .sorted()
                .map(SweepPart::id)
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? "" : "not read: " + missing;
    }

    private static Summary summary(Subnet subnet, List<FabricFinding> findings) {
        long ends = subnet.nodes().stream()
                .flatMap(node -> node.ports().stream())
                .map(Port::peer)
                .filter(Optional::isPresent)
                .count();
        return new Summary(
                subnet.nodes().size(),
                subnet.nodes(NodeType.SWITCH).size(),
                (int) (ends / 2),
                count(findings, Severity.ERROR),
                count(findings, Severity.WARNING));
    }

    private static int count(List<FabricFinding> findings, Severity severity) {
        return (int) findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** Checks that every node responded to the discovery and to the reading of its tables and counters. */
    private static void responses(FabricState fabric, ValidationOptions options, CheckResult result) {
        for (RdmaException failure : fabric.subnet().failures()) {
            // Contradictions are duplicate GUIDs; see NodeValidation.
            if (!(failure instanceof SubnetConflictException)) {
                result.findNodes(FindingKind.UNREADABLE, String.valueOf(failure.getMessage()), List.of());
            }
        }
        fabric.failures().forEach(failure -> result.findNodes(FindingKind.UNREADABLE, failure, List.of()));
    }
}
