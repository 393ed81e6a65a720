package io.verbena.diag.validate;

import io.verbena.error.RdmaException;
import io.verbena.subnet.SubnetConflictException;
import java.util.List;
import java.util.Set;

/** Checks that every node responded to the discovery and to the reading of its tables and counters. */
final class SweepValidation implements FabricCheck {
    @Override
    public String id() {
        return "responses";
    }

    @Override
    public String title() {
        return "Responses of nodes";
    }

    @Override
    public Set<SweepPart> needs() {
        return Set.of();
    }

    @Override
    public void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        for (RdmaException failure : fabric.subnet().failures()) {
            // Contradictions are duplicate GUIDs; see IdentifierValidation.
            if (!(failure instanceof SubnetConflictException)) {
                result.findNodes(FindingKind.UNREADABLE, String.valueOf(failure.getMessage()), List.of());
            }
        }
        fabric.failures().forEach(failure -> result.findNodes(FindingKind.UNREADABLE, failure, List.of()));
    }
}
