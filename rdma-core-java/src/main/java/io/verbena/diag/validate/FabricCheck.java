package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricState.SweepPart;
import java.util.Set;

/**
 * A check of a fabric. Immutable.
 *
 * @param id the name in reports and options, such as {@code credit-loops}
 * @param title a title for reports, such as {@code Credit loops}
 * @param needs the parts of the fabric that the check needs; it is skipped if one of them was not read
 * @param algorithm what it does
 */
public record FabricCheck(String id, String title, Set<SweepPart> needs, Algorithm algorithm) {
    /** Copies the set. */
    public FabricCheck {
        needs = Set.copyOf(needs);
    }

    /** The algorithm of a check. Implementations are stateless and safe for use by several threads. */
    @FunctionalInterface
    public interface Algorithm {
        /**
         * Checks a fabric.
         *
         * @param fabric the fabric; contains all parts that the check needs
         * @param options the expectations of the operator
         * @param result receives the findings and tables
         */
        void check(FabricState fabric, ValidationOptions options, CheckResult result);
    }
}
