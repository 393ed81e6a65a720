package io.verbena.diag.ibdm;

import io.verbena.diag.ibdm.StageReport.Stage;
import io.verbena.diag.validate.FabricCheck;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.FindingKind;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.diag.validate.ValidationReport.ReportTable;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The report of ibdmchk about the routing of a fabric: routes between hosts, multicast trees and credit loops. */
public final class RoutingReport {
    private static final Set<FindingKind> ROUTES = EnumSet.of(FindingKind.UNREACHABLE_LID, FindingKind.ROUTING_LOOP);
    private static final Set<FindingKind> TREES =
            EnumSet.of(FindingKind.MULTICAST_LOOP, FindingKind.MULTICAST_SPLIT, FindingKind.MULTICAST_ONE_WAY);
    private static final Set<FindingKind> LOOPS =
            EnumSet.of(FindingKind.CREDIT_LOOP, FindingKind.MULTICAST_CREDIT_LOOP);
    private static final int HOPS_AT_HOSTS = 1;

    private RoutingReport() {}

    /**
     * Checks the routing of a fabric.
     *
     * @param fabric the fabric with its forwarding tables
     * @return the stages of the report
     */
    public static List<StageReport> of(FabricState fabric) {
        ValidationReport report = validate(fabric, Set.of("routing", "credit-loops", "multicast"));
        return List.of(routes(report), trees(report), loops(report));
    }

    static ValidationReport validate(FabricState fabric, Set<String> checks) {
        List<FabricCheck> chosen = FabricValidation.CHECKS.stream()
                .filter(check -> checks.contains(check.id()))
                .toList();
        return new FabricValidation(chosen, ValidationOptions.DEFAULTS).run(fabric);
    }

    private static StageReport routes(ValidationReport report) {
        Stage stage = new Stage("CA to CA paths", "Routing Check");
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
        Stage stage = new Stage("Multicast groups", "Multicast Check");
        findings(report, TREES).forEach(stage::error);
        return stage.orElse("no loops and no parts were found in multicast groups");
    }

    private static StageReport loops(ValidationReport report) {
        Stage stage = new Stage("Credit loops", "Credit Loops Check");
        findings(report, LOOPS).forEach(stage::error);
        return stage.orElse("no credit loops found");
    }

    static List<String> findings(ValidationReport report, Set<FindingKind> kinds) {
        return report.findings().stream()
                .filter(finding -> kinds.contains(FindingKind.called(finding.id())))
                .filter(finding -> finding.severity() != Severity.INFO)
                .map(FabricFinding::evidence)
                .toList();
    }

    private static List<List<Object>> table(ValidationReport report, String name) {
        return report.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .map(ReportTable::rows)
                .orElse(List.of());
    }
}
