package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Who takes from a shared receive queue (ibv_create_srq_ex(3)). */
public enum SharedReceiveQueueType implements WireEnum {
    /** The queue pairs that name it. */
    BASIC(0, "BASIC"),
    /** Whoever of its XRC domain is sent its number. */
    XRC(1, "XRC"),
    /** The queue pairs that name it; the device finds the receive by the tag of the message. */
    TAG_MATCHING(2, "TM");

    private final int code;
    private final String text;

    SharedReceiveQueueType(int code, String text) {
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
