package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a device can do with whole Ethernet frames (ibv_query_device_ex(3)). */
public enum RawPacketCapability implements WireEnum {
    /** Takes the tag of the VLAN out of the frame. */
    VLAN_STRIPPING(1, "CVLAN_STRIPPING"),
    /** Receives the frame check sequence with the frame. */
    SCATTER_FRAME_CHECK(2, "SCATTER_FCS"),
    /** Makes and checks checksums. */
    IP_CHECKSUM(4, "IP_CSUM"),
    /** Lets a packet wait that finds no receive. */
    DELAY_DROP(8, "DELAY_DROP");

    private final int code;
    private final String text;

    RawPacketCapability(int code, String text) {
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
