package io.verbena.verbs;

import io.verbena.error.SysException;
import io.verbena.hca.ReregistrationOutcome;

/**
 * A region could not be changed as it was asked for (ibv_rereg_mr(3)). {@link #outcome} says what is left of it: it is as it
 * was, or it is changed all the same, or it is lost. A lost region refuses all later calls with this exception, and can only
 * be closed.
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

    /** What is left of the region. */
    public ReregistrationOutcome outcome() {
        return outcome;
    }
}
