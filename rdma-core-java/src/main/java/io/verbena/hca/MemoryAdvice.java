package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a device is told of how memory that is fetched on demand will be used (ibv_advise_mr(3)). */
public enum MemoryAdvice implements WireEnum {
    /** It will be read: fetch the pages. */
    PREFETCH(0, "PREFETCH"),
    /** It will be written: fetch the pages so that they may be. */
    PREFETCH_WRITE(1, "PREFETCH_WRITE"),
    /** Take the pages that the processor has; fetch no other. */
    PREFETCH_NO_FAULT(2, "PREFETCH_NO_FAULT");

    private final int code;
    private final String text;

    MemoryAdvice(int code, String text) {
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
