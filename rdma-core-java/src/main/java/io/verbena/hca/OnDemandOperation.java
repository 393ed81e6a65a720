package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What may use memory that is fetched on demand (ibv_query_device_ex(3)). */
public enum OnDemandOperation implements WireEnum {
    /** Sends. */
    SEND(1, "SEND"),
    /** Receives. */
    RECEIVE(2, "RECV"),
    /** Writes. */
    WRITE(4, "WRITE"),
    /** Reads. */
    READ(8, "READ"),
    /** Atomic operations. */
    ATOMIC(16, "ATOMIC"),
    /** Receives from a shared receive queue. */
    SHARED_RECEIVE(32, "SRQ_RECV");

    private final int code;
    private final String text;

    OnDemandOperation(int code, String text) {
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
