package io.verbena.traffic.measure;

import io.verbena.hca.QueuePairType;

/** The operations of a measurement. */
public enum Operation {
    /** A send, which the peer receives. */
    SEND(1, "send"),
    /** A write to the memory of the peer. */
    WRITE(2, "write"),
    /** A read of the memory of the peer. */
    READ(3, "read"),
    /** An atomic addition to 8 bytes of the peer. */
    FETCH_AND_ADD(4, "fetch-add"),
    /** An atomic compare-and-swap of 8 bytes of the peer. */
    COMPARE_AND_SWAP(5, "compare-swap");

    private static final Operation[] CONSTANTS = values();

    private final int code;
    private final String text;

    Operation(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** Returns the name of the operation. */
    public String text() {
        return text;
    }

    /** Returns whether it is an atomic operation. */
    public boolean isAtomic() {
        return this == FETCH_AND_ADD || this == COMPARE_AND_SWAP;
    }

    /** Returns whether a transport service supports the operation (IBA 9.4). */
    public boolean isOf(QueuePairType service) {
        return switch (service) {
            case RC -> true;
            case UC -> carriesData();
            case UD -> this == SEND;
            default -> false;
        };
    }

    /** Returns whether the operation transfers data to the peer, so that the request can contain them inline. */
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
        throw new IllegalArgumentException("unknown operation " + code);
    }
}
