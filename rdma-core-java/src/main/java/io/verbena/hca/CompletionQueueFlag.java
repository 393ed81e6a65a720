package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How a completion queue is used ({@code enum ibv_create_cq_attr_flags} of ibv_create_cq_ex(3)). */
public enum CompletionQueueFlag implements WireEnum {
    /** One thread at a time uses it, so that the driver need not lock. */
    SINGLE_THREADED(1, "SINGLE_THREADED"),
    /** Completions that it has no room for overwrite others, and do not end it. */
    IGNORE_OVERRUN(2, "IGNORE_OVERRUN");

    private final int code;
    private final String text;

    CompletionQueueFlag(int code, String text) {
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
