package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** A field of a packet that counts for the hash (ibv_create_qp_ex(3)). IPv4 and IPv6 exclude each other, and so do TCP and UDP. */
public enum HashField implements WireEnum {
    /** The IPv4 address of the sender. */
    SOURCE_IPV4(1, "SRC_IPV4"),
    /** That of the receiver. */
    DESTINATION_IPV4(2, "DST_IPV4"),
    /** The IPv6 address of the sender. */
    SOURCE_IPV6(4, "SRC_IPV6"),
    /** That of the receiver. */
    DESTINATION_IPV6(8, "DST_IPV6"),
    /** The TCP port of the sender. */
    SOURCE_TCP_PORT(16, "SRC_PORT_TCP"),
    /** That of the receiver. */
    DESTINATION_TCP_PORT(32, "DST_PORT_TCP"),
    /** The UDP port of the sender. */
    SOURCE_UDP_PORT(64, "SRC_PORT_UDP"),
    /** That of the receiver. */
    DESTINATION_UDP_PORT(128, "DST_PORT_UDP"),
    /** The index of the security association. */
    IPSEC_SPI(256, "IPSEC_SPI"),
    /** All of these of the packet within the tunnel. */
    INNER(1 << 31, "INNER");

    private final int code;
    private final String text;

    HashField(int code, String text) {
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
