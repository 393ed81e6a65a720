package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What the packets of a port lie in. */
public enum LinkLayer implements WireEnum {
    /** Nobody says; mostly InfiniBand. */
    UNSPECIFIED(0, "Unspecified"),
    /** InfiniBand's own. */
    INFINIBAND(1, "InfiniBand"),
    /** Ethernet. */
    ETHERNET(2, "Ethernet");

    private static final LinkLayer[] CONSTANTS = values();
    private final int code;
    private final String text;

    LinkLayer(int code, String text) {
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

    /** The constant with this code, {@link #UNSPECIFIED} where there is none. */
    public static LinkLayer of(int code) {
        return Codes.find(CONSTANTS, code, UNSPECIFIED);
    }
}
