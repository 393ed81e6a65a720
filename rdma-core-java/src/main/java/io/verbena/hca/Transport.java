package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a device speaks. */
public enum Transport implements WireEnum {
    /** InfiniBand, also over Ethernet (RoCE). */
    INFINIBAND(0, "InfiniBand"),
    /** RDMA over TCP (RFC 5040). */
    IWARP(1, "iWARP"),
    /** Cisco's usNIC. */
    USNIC(2, "usNIC"),
    /** The same over UDP. */
    USNIC_UDP(3, "usNIC UDP"),
    /** What no other code says. */
    UNSPECIFIED(4, "unspecified"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final Transport[] CONSTANTS = values();
    private final int code;
    private final String text;

    Transport(int code, String text) {
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
    public static Transport of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
