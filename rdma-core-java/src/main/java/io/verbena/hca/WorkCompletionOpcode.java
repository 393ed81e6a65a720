package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a request that succeeded was (ibv_poll_cq(3)). Of one that failed it is not defined. */
public enum WorkCompletionOpcode implements WireEnum {
    /** A send of any kind. */
    SEND(0, "SEND"),
    /** A write. */
    RDMA_WRITE(1, "RDMA_WRITE"),
    /** A read. */
    RDMA_READ(2, "RDMA_READ"),
    /** A compare and swap. */
    COMPARE_AND_SWAP(3, "COMP_SWAP"),
    /** A fetch and add. */
    FETCH_AND_ADD(4, "FETCH_ADD"),
    /** A window was bound. */
    BIND_WINDOW(5, "BIND_MW"),
    /** A key was made invalid. */
    LOCAL_INVALIDATE(6, "LOCAL_INV"),
    /** A send that the device cut into packets. */
    TSO(7, "TSO"),
    /** A flush. */
    FLUSH(8, "FLUSH"),
    /** A write of 8 bytes at once. */
    ATOMIC_WRITE(9, "ATOMIC_WRITE"),
    /** A message arrived. */
    RECEIVE(128, "RECV"),
    /** The other side wrote, and told 4 bytes. */
    RECEIVE_RDMA_WITH_IMMEDIATE(129, "RECV_RDMA_WITH_IMM"),
    /** A receive with a tag was added. */
    TAG_ADD(130, "TM_ADD"),
    /** One was deleted. */
    TAG_DELETE(131, "TM_DEL"),
    /** The device knows how many unexpected messages were taken. */
    TAG_SYNCHRONIZE(132, "TM_SYNC"),
    /** A message with a tag arrived. */
    TAG_RECEIVE(133, "TM_RECV"),
    /** One without a tag did. */
    TAG_NO_TAG(134, "TM_NO_TAG"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final WorkCompletionOpcode[] CONSTANTS = values();
    private final int code;
    private final String text;

    WorkCompletionOpcode(int code, String text) {
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
    public static WorkCompletionOpcode of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
