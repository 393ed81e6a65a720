package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a counter counts of the packets that a rule matches (ibv_attach_counters_point_flow(3)). */
public enum FlowCounter implements WireEnum {
    /** How many they are. */
    PACKETS(0, "PACKETS"),
    /** Their bytes. */
    BYTES(1, "BYTES");

    private final int code;
    private final String text;

    FlowCounter(int code, String text) {
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
