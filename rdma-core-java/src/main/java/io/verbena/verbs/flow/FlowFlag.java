package io.verbena.verbs.flow;

import io.verbena.iba.WireEnum;

/** How a rule is applied (ibv_create_flow(3)). */
public enum FlowFlag implements WireEnum {
    /** Packets that it matches go on to rules of lower priority. */
    DO_NOT_TRAP(2, "DONT_TRAP"),
    /** It is applied to what is sent. */
    EGRESS(4, "EGRESS");

    private final int code;
    private final String text;

    FlowFlag(int code, String text) {
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
