package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How far a flush brings what was written (ibv_wr_post(3)); a region must give {@link AccessFlag} for each. */
public enum FlushPlacement implements WireEnum {
    /** Where every processor and device of that host sees it. */
    GLOBAL(1, "GLOBAL"),
    /** Where it outlives a loss of power. */
    PERSISTENT(2, "PERSISTENT");

    private final int code;
    private final String text;

    FlushPlacement(int code, String text) {
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
