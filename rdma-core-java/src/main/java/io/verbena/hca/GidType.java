package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How packets look that use a GID. */
public enum GidType implements WireEnum {
    /** InfiniBand. */
    INFINIBAND(0, "IB"),
    /** Ethernet of a type of its own. */
    ROCE_V1(1, "RoCE v1"),
    /** UDP over IPv4 or IPv6. */
    ROCE_V2(2, "RoCE v2"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final GidType[] CONSTANTS = values();
    private final int code;
    private final String text;

    GidType(int code, String text) {
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

    /** The constant with this code, {@link #UNKNOWN} where there is none. */
    public static GidType of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
