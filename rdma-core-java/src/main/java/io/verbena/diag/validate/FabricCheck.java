package io.verbena.diag.validate;

import java.util.Set;

/** A check of a fabric. Implementations are stateless and safe for use by several threads. */
public interface FabricCheck {
    /** Returns the name in reports and options, such as {@code credit-loops}. */
    String id();

    /** Returns a title for reports, such as {@code Credit loops}. */
    String title();

    /** Returns the parts of the fabric that the check needs. The check is skipped if one of them was not read. */
    Set<SweepPart> needs();

    /**
     * Checks a fabric.
     *
     * @param fabric the fabric; contains all parts that the check needs
     * @param options the expectations of the operator
     * @param result receives the findings and tables
     */
    void check(FabricState fabric, ValidationOptions options, CheckResult result);
}
