package io.verbena.samples.fabricmonitor.events;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.Severity;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetValidation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the findings of the last validation as JSON. It only reads. */
@RestController
class FindingsController {
    private static final int MAX_FINDINGS = 500;

    private final SubnetService subnet;

    FindingsController(SubnetService subnet) {
        this.subnet = subnet;
    }

    @GetMapping("/findings")
    FindingsView findings() {
        return subnet.lastValidation().map(FindingsView::of).orElse(new FindingsView(null, 0, 0, List.of()));
    }

    /**
     * The findings of a validation, as JSON.
     *
     * @param at the time when the validation ended; null if there was none
     * @param errors the number of errors
     * @param warnings the number of warnings
     * @param findings the first {@value #MAX_FINDINGS} findings, the most severe first
     */
    record FindingsView(@Nullable Instant at, long errors, long warnings, List<FindingView> findings) {

        static FindingsView of(SubnetValidation validation) {
            return new FindingsView(
                    validation.taken(),
                    validation.count(Severity.ERROR),
                    validation.count(Severity.WARNING),
                    validation.report().findings().stream()
                            .limit(MAX_FINDINGS)
                            .map(FindingView::of)
                            .toList());
        }
    }

    /**
     * A finding, as JSON.
     *
     * @param id the kind
     * @param severity the severity
     * @param text what was found
     * @param cause the likely cause
     * @param nextStep what to do next
     * @param node the GUID of the first affected node; null if there is none
     * @param port the number of its port; null for the whole node
     */
    record FindingView(
            String id,
            Severity severity,
            String text,
            String cause,
            String nextStep,
            @Nullable String node,
            @Nullable Integer port) {
        static FindingView of(FabricFinding finding) {
            FabricFinding.Affected first =
                    finding.affected().isEmpty() ? null : finding.affected().get(0);
            return new FindingView(
                    finding.id(),
                    finding.severity(),
                    finding.evidence(),
                    finding.cause(),
                    finding.nextStep(),
                    first == null ? null : first.node().toHex(),
                    first == null ? null : first.port());
        }
    }
}
