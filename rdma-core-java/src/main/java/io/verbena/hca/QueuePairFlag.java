package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a queue pair does beside its service (ibv_create_qp_ex(3)). */
public enum QueuePairFlag implements WireEnum {
    /** It does not get what it sends to a group itself. */
    BLOCK_SELF_MULTICAST(2, "BLOCK_SELF_MCAST_LB"),
    /** The frame check sequence of Ethernet is received with the frame. */
    SCATTER_FRAME_CHECK(256, "SCATTER_FCS"),
    /** The tag of the VLAN is taken out of the frame, and told by the completion. */
    VLAN_STRIPPING(512, "CVLAN_STRIPPING"),
    /** Writes to memory are filled up to a line of the cache. */
    PCI_WRITE_END_PADDING(2048, "PCI_WRITE_END_PADDING");

    private final int code;
    private final String text;

    QueuePairFlag(int code, String text) {
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
