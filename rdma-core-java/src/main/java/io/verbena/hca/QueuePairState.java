package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** The state of a queue pair (IBA 10.3.1). */
public enum QueuePairState implements WireEnum {
    /** As created: nothing can be posted. */
    RESET(0, "RESET"),
    /** Receives can be posted. */
    INIT(1, "INIT"),
    /** Messages are received, and answered. */
    READY_TO_RECEIVE(2, "RTR"),
    /** Messages are sent, too. */
    READY_TO_SEND(3, "RTS"),
    /** What was begun is ended; nothing is begun. */
    SEND_QUEUE_DRAINED(4, "SQD"),
    /** A send failed; receives go on. Not of a reliable connection. */
    SEND_QUEUE_ERROR(5, "SQE"),
    /** Every request is completed with an error. */
    ERROR(6, "ERR"),
    /** The provider does not tell. */
    UNKNOWN(-1, "UNKNOWN");

    private static final QueuePairState[] CONSTANTS = values();
    private final int code;
    private final String text;

    QueuePairState(int code, String text) {
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
    public static QueuePairState of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
