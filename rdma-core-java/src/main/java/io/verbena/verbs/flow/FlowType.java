package io.verbena.verbs.flow;

import io.verbena.iba.WireEnum;

/** What a rule is for (ibv_create_flow(3)). */
public enum FlowType implements WireEnum {
    /** Packets that its specifications match. */
    NORMAL(0, "NORMAL"),
    /** All packets of the port that no other rule steers. */
    ALL_DEFAULT(1, "ALL_DEFAULT"),
    /** All multicast packets of the port that no other rule steers. */
    MULTICAST_DEFAULT(2, "MC_DEFAULT"),
    /** A copy of all packets of the port. */
    SNIFFER(3, "SNIFFER");

    private final int code;
    private final String text;

    FlowType(int code, String text) {
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
