package io.verbena.traffic.measure;

import io.verbena.hca.QueuePairType;

/** What is done over and over. */
public enum Operation {
    /** A message that the other side receives. */
    SEND(1, "send"),
    /** A write to the memory of the other side. */
    WRITE(2, "write"),
    /** A read of the memory of the other side. */
    READ(3, "read"),
    /** An addition to 8 bytes of the other side. */
    FETCH_AND_ADD(4, "fetch-add"),
    /** A comparison of 8 bytes of the other side, and a swap. */
    COMPARE_AND_SWAP(5, "compare-swap");

    private static final Operation[] CONSTANTS = values();

    private final int code;
    private final String text;

    Operation(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** What people write. */
    public String text() {
        return text;
    }

    /** Whether it is one of the two on 8 bytes. */
    public boolean isAtomic() {
        return this == FETCH_AND_ADD || this == COMPARE_AND_SWAP;
    }

    /** Whether a service has it (IBA 9.4). */
    public boolean isOf(QueuePairType service) {
        return switch (service) {
            case RC -> true;
            case UC -> carriesData();
            case UD -> this == SEND;
            default -> false;
        };
    }

    /** Whether the data go from this side to the other, and may lie in the request itself. */
    boolean carriesData() {
        return this == SEND || this == WRITE;
    }

    int code() {
        return code;
    }

    static Operation of(int code) {
        for (Operation operation : CONSTANTS) {
            if (operation.code == code) {
                return operation;
            }
        }
        throw new IllegalArgumentException("operation " + code + ", which there is not");
    }
}
