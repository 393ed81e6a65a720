package io.verbena.diag.ibdm;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.FindingKind;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.diag.validate.ValidationReport.ReportTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The report of ibdmchk about the routing of a fabric: routes between hosts, multicast trees and credit loops. */
public final class RoutingReport {
    private static final Set<FindingKind> ROUTES = EnumSet.of(FindingKind.UNREACHABLE_LID, FindingKind.ROUTING_LOOP);
    private static final int HOPS_AT_HOSTS = 1;

    private RoutingReport() {}

    /**
     * Checks the routing of a fabric.
     *
     * @param fabric the fabric with its forwarding tables
     * @return the stages of the report
     */
    public static List<StageReport> of(FabricState fabric) {
        Set<String> others = new HashSet<>();
        FabricValidation.CHECKS.forEach(check -> others.add(check.id()));
        others.removeAll(Set.of("routing", "credit-loops", "multicast"));
        ValidationReport report = new FabricValidation(ValidationOptions.DEFAULTS.without(others)).run(fabric);
        return List.of(routes(report), trees(report), loops(report));
    }

    private static StageReport routes(ValidationReport report) {
        StageReport.Builder stage = new StageReport.Builder("CA to CA paths", "Routing Check");
        long pairs = 0;
        stage.detail("HOPS NUM-CA-CA-PAIRS");
        for (List<Object> row : table(report, "hops")) {
            pairs += ((Number) row.get(1)).longValue();
            stage.detail(String.format(
                    "%3d   %d", ((Number) row.get(0)).intValue() + HOPS_AT_HOSTS, ((Number) row.get(1)).longValue()));
        }
        Map<Integer, Integer> dlids = new TreeMap<>();
        for (List<Object> row : table(report, "routes")) {
            dlids.merge(((Number) row.get(4)).intValue(), 1, Integer::sum);
        }
        stage.detail("NUM-DLIDS NUM-SWITCH-PORTS");
        dlids.forEach((count, ports) -> {
            if (count > 0) {
                stage.detail(String.format("%8d   %d", count, ports));
            }
        });
        findings(report, ROUTES).forEach(stage::error);
        stage.detail("Scanned:" + pairs + " CA to CA paths");
        return stage.build();
    }

    private static StageReport trees(ValidationReport report) {
        StageReport.Builder stage = new StageReport.Builder("Multicast groups", "Multicast Check");
        findings(
                        report,
                        EnumSet.of(
                                FindingKind.MULTICAST_LOOP, FindingKind.MULTICAST_SPLIT, FindingKind.MULTICAST_ONE_WAY))
                .forEach(stage::error);
        return stage.orElse("no loops and no parts were found in multicast groups");
    }

    private static StageReport loops(ValidationReport report) {
        StageReport.Builder stage = new StageReport.Builder("Credit loops", "Credit Loops Check");
        findings(report, EnumSet.of(FindingKind.CREDIT_LOOP, FindingKind.MULTICAST_CREDIT_LOOP))
                .forEach(stage::error);
        return stage.orElse("no credit loops found");
    }

    static List<String> findings(ValidationReport report, Set<FindingKind> kinds) {
        List<String> lines = new ArrayList<>();
        for (FabricFinding finding : report.findings()) {
            if (kinds.contains(FindingKind.called(finding.id())) && finding.severity() != Severity.INFO) {
                lines.add(finding.evidence());
            }
        }
        return lines;
    }

    private static List<List<Object>> table(ValidationReport report, String name) {
        Optional<ReportTable> found = report.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst();
        return found.map(ReportTable::rows).orElse(List.of());
    }
}
