package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a send request does (IBA 10.7.2; ibv_post_send(3)). */
public enum WorkRequestOpcode implements WireEnum {
    /** Writes to the memory of the other side. */
    RDMA_WRITE(0, "RDMA_WRITE"),
    /** The same, and takes a receive there that tells 4 bytes. */
    RDMA_WRITE_WITH_IMMEDIATE(1, "RDMA_WRITE_WITH_IMM"),
    /** Sends into a receive of the other side. */
    SEND(2, "SEND"),
    /** The same, and tells 4 bytes. */
    SEND_WITH_IMMEDIATE(3, "SEND_WITH_IMM"),
    /** Reads the memory of the other side. */
    RDMA_READ(4, "RDMA_READ"),
    /** Swaps 8 bytes there if they are what is expected; answers what they were. */
    COMPARE_AND_SWAP(5, "ATOMIC_CMP_AND_SWP"),
    /** Adds to 8 bytes there; answers what they were. */
    FETCH_AND_ADD(6, "ATOMIC_FETCH_AND_ADD"),
    /** Makes a key of this side invalid. */
    LOCAL_INVALIDATE(7, "LOCAL_INV"),
    /** Binds a window of type 2. */
    BIND_WINDOW(8, "BIND_MW"),
    /** Sends, and makes a key of the other side invalid. */
    SEND_WITH_INVALIDATE(9, "SEND_WITH_INV"),
    /** Sends what the device cuts into packets, with headers in front of each. */
    TSO(10, "TSO"),
    /** Makes what was written visible, or lasting. */
    FLUSH(14, "FLUSH"),
    /** Writes 8 bytes there at once. */
    ATOMIC_WRITE(15, "ATOMIC_WRITE"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final WorkRequestOpcode[] CONSTANTS = values();
    private final int code;
    private final String text;

    WorkRequestOpcode(int code, String text) {
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
    public static WorkRequestOpcode of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
