package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** An operation that a queue pair is to be able to post by the extended functions (ibv_wr_post(3)). */
public enum SendOperation implements WireEnum {
    /** Write. */
    RDMA_WRITE(1, "RDMA_WRITE"),
    /** Write with immediate data. */
    RDMA_WRITE_WITH_IMMEDIATE(2, "RDMA_WRITE_WITH_IMM"),
    /** Send. */
    SEND(4, "SEND"),
    /** Send with immediate data. */
    SEND_WITH_IMMEDIATE(8, "SEND_WITH_IMM"),
    /** Read. */
    RDMA_READ(16, "RDMA_READ"),
    /** Compare and swap. */
    COMPARE_AND_SWAP(32, "ATOMIC_CMP_AND_SWP"),
    /** Fetch and add. */
    FETCH_AND_ADD(64, "ATOMIC_FETCH_AND_ADD"),
    /** Local invalidate. */
    LOCAL_INVALIDATE(128, "LOCAL_INV"),
    /** Bind a window of type 2. */
    BIND_WINDOW(256, "BIND_MW"),
    /** Send with invalidate. */
    SEND_WITH_INVALIDATE(512, "SEND_WITH_INV"),
    /** Send what the device cuts into packets. */
    TSO(1024, "TSO"),
    /** Write 8 bytes at once. */
    ATOMIC_WRITE(4096, "ATOMIC_WRITE"),
    /** Flush what was written; since rdma-core 45. */
    FLUSH(8192, "FLUSH");

    private final int code;
    private final String text;

    SendOperation(int code, String text) {
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
}
