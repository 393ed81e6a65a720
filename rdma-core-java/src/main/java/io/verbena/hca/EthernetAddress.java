package io.verbena.hca;

import java.util.OptionalInt;

/**
 * Where the packets of a way go on an Ethernet link (ibv_resolve_eth_l2_from_gid).
 *
 * @param mac the MAC address, 48 bits
 * @param vlan the VLAN that their tag names, 12 bits; empty if they have no tag
 */
public record EthernetAddress(long mac, OptionalInt vlan) {
    private static final int BYTES = 6;

    /** Refuses what a frame cannot hold. */
    public EthernetAddress {
        if (mac >>> (BYTES * Byte.SIZE) != 0) {
            throw new IllegalArgumentException("0x%x is no MAC address; it has 48 bits".formatted(mac));
        }
    }

    /** As it is written: {@code 66:11:22:33:44:55}, and the VLAN. */
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
