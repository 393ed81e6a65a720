package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Options of a communication identifier (rdma_set_option(3)). */
public enum CmOption implements WireEnum {
    /** The type of service, 8 bits; before the address is resolved. */
    TYPE_OF_SERVICE(0, "type of service"),
    /** 1: the address may be bound while an older connection holds it. */
    REUSE_ADDRESS(1, "reuse address"),
    /** 1: one that is bound to an IPv6 address leaves IPv4 to others. */
    ADDRESS_FAMILY_ONLY(2, "address family only"),
    /** How long to wait for an acknowledgement, 4.096 us * 2^n, n from 0 to 31. */
    ACKNOWLEDGE_TIMEOUT(3, "acknowledge timeout");

    private final int code;
    private final String text;

    CmOption(int code, String text) {
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
