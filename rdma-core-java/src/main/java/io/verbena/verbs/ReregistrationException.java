package io.verbena.verbs;

import io.verbena.error.SysException;
import io.verbena.hca.ReregistrationOutcome;

/**
 * The change of a region failed (ibv_rereg_mr(3)). {@link #outcome} reports its state: unchanged, changed despite the failure, or
 * lost. A lost region refuses all later calls with this exception, and can only be closed.
 */
public final class ReregistrationException extends SysException {
    private final ReregistrationOutcome outcome;

    ReregistrationException(String region, ReregistrationOutcome outcome, int errno) {
        super("ibv_rereg_mr", region, errno, outcome.text() + advice(outcome));
        this.outcome = outcome;
    }

    private static String advice(ReregistrationOutcome outcome) {
        return switch (outcome) {
            case LOST, LOST_AND_NOT_PROTECTED, UNKNOWN -> ": close it, and register another";
            case CHANGED_BUT_OLD_MEMORY_PROTECTED -> ", but a child of this process would lack its last memory";
            default -> "";
        };
    }

    /** Returns the state of the region. */
    public ReregistrationOutcome outcome() {
        return outcome;
    }
}
