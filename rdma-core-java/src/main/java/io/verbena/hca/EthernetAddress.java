package io.verbena.hca;

import java.util.OptionalInt;

/**
 * The Ethernet destination of packets (ibv_resolve_eth_l2_from_gid).
 *
 * @param mac the MAC address, 48 bits
 * @param vlan the VLAN, 12 bits; empty if packets have no tag
 */
public record EthernetAddress(long mac, OptionalInt vlan) {
    private static final int BYTES = 6;

    /** Refuses values that are out of range. */
    public EthernetAddress {
        if (mac >>> (BYTES * Byte.SIZE) != 0) {
            throw new IllegalArgumentException("0x%x is no MAC address; it has 48 bits".formatted(mac));
        }
    }

    /** Returns the address as {@code 66:11:22:33:44:55}, with the VLAN. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = BYTES - 1; i >= 0; i--) {
            text.append("%02x".formatted((mac >>> (i * Byte.SIZE)) & 0xff)).append(i == 0 ? "" : ":");
        }
        vlan.ifPresent(number -> text.append(" VLAN ").append(number));
        return text.toString();
    }
}
