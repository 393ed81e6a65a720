package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** The state of a work queue (ibv_modify_wq(3)). */
public enum WorkQueueState implements WireEnum {
    /** As created: it receives nothing. */
    RESET(0, "RESET"),
    /** It receives. */
    READY(1, "RDY"),
    /** Every request is completed with an error. */
    ERROR(2, "ERR"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final WorkQueueState[] CONSTANTS = values();
    private final int code;
    private final String text;

    WorkQueueState(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }

    /** The constant with this code, {@link #UNKNOWN} where there is none. */
    public static WorkQueueState of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
