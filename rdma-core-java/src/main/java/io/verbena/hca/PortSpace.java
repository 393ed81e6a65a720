package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What ports count in, and what service they stand for (rdma_create_id(3)). */
public enum PortSpace implements WireEnum {
    /** Datagrams, in the groups of IPoIB. */
    IPOIB(0x0002, "IPoIB"),
    /** Reliable connections. */
    TCP(0x0106, "TCP"),
    /** Datagrams. */
    UDP(0x0111, "UDP"),
    /** Any service, with service IDs of InfiniBand. */
    IB(0x013f, "IB");

    private final int code;
    private final String text;

    PortSpace(int code, String text) {
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

    /** Whether there are no connections, but queue pairs to send datagrams to. */
    public boolean isDatagram() {
        return this == UDP || this == IPOIB;
    }
}
