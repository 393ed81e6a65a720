package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What an extended completion queue can tell of a completion (ibv_create_cq_ex(3)). */
public enum CompletionField implements WireEnum {
    /** Its length. */
    BYTE_LENGTH(1, "BYTE_LEN"),
    /** Its immediate data, or the key that it made invalid. */
    IMMEDIATE(2, "IMM"),
    /** The queue pair. */
    QUEUE_PAIR(4, "QP_NUM"),
    /** The sender's queue pair. */
    SOURCE_QUEUE_PAIR(8, "SRC_QP"),
    /** The sender's LID. */
    SOURCE_LID(16, "SLID"),
    /** The service level. */
    SERVICE_LEVEL(32, "SL"),
    /** The path bits of the own LID. */
    PATH_BITS(64, "DLID_PATH_BITS"),
    /** When, by the clock of the device. */
    TIMESTAMP(128, "COMPLETION_TIMESTAMP"),
    /** The VLAN. */
    VLAN(256, "CVLAN"),
    /** The tag of the flow rule. */
    FLOW_TAG(512, "FLOW_TAG"),
    /** The tag of the message, and what the sender told beside it. */
    TAG(1024, "TM_INFO"),
    /** When, in ns since 1970. */
    WALLCLOCK(2048, "COMPLETION_TIMESTAMP_WALLCLOCK");

    private final int code;
    private final String text;

    CompletionField(int code, String text) {
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
