package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What a work queue does (ibv_create_wq(3)). */
public enum WorkQueueFlag implements WireEnum {
    /** The tag of the VLAN is taken out of the frame. */
    VLAN_STRIPPING(1, "CVLAN_STRIPPING"),
    /** The frame check sequence is received with the frame. */
    SCATTER_FRAME_CHECK(2, "SCATTER_FCS"),
    /** A packet that finds no receive waits a little. */
    DELAY_DROP(4, "DELAY_DROP"),
    /** Writes to memory are filled up to a line of the cache. */
    PCI_WRITE_END_PADDING(8, "PCI_WRITE_END_PADDING");

    private final int code;
    private final String text;

    WorkQueueFlag(int code, String text) {
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
