package io.verbena.diag;

import io.verbena.iba.PortInfo;

/** A setting of a port that can be written, under the name that ibportstate has for it. */
public enum PortSetting {
    /** Which of the first three speeds are enabled, a bit each; 15 for all that are supported. */
    SPEED(15),
    /** Which extended speeds are enabled, a bit each; 30 for none, 31 for all that are supported. */
    ESPEED(31),
    /** Whether FDR10 is enabled, 1 or 0: a setting of Mellanox devices. */
    FDR10(1),
    /** Which widths are enabled, a bit each; 255 for all that are supported. */
    WIDTH(255),
    /** How many virtual lanes are used, as a code: 1 for VL0, 2 for VL0-1, to 5 for VL0-14. */
    VLS(5),
    /** The MTU, as a code: 1 for 256, to 5 for 4096 bytes. */
    MTU(5),
    /** The LID. */
    LID(0xbfff),
    /** The LID of the subnet manager. */
    SMLID(0xbfff),
    /** How many of the lower bits of the LID are masked. */
    LMC(7),
    /** The M_Key that protects the port. */
    MKEY(-1),
    /** How many seconds the M_Key holds without a word of its owner; 0 for ever. */
    MKEYLEASE(0xffff),
    /** What the M_Key protects. */
    MKEYPROT(3);

    private final long greatest;

    PortSetting(long greatest) {
        this.greatest = greatest;
    }

    /** The greatest value; all bits for one that has 64 of them. */
    public long greatest() {
        return greatest;
    }

    /** Whether the value is out of range. */
    boolean refuses(long value) {
        return Long.compareUnsigned(value, greatest) > 0;
    }

    void write(PortInfo info, long value) {
        switch (this) {
            case SPEED -> info.linkSpeedEnabledBits((int) value);
            case ESPEED -> info.linkSpeedExtEnabledBits((int) value);
            case WIDTH -> info.linkWidthEnabledBits((int) value);
            case VLS -> info.operationalVlsBits((int) value);
            case MTU -> info.neighborMtuBits((int) value);
            case LID -> info.lidBits((int) value);
            case SMLID -> info.masterSmLidBits((int) value);
            case LMC -> info.lmc((int) value);
            case MKEY -> info.mKey(value);
            case MKEYLEASE -> info.mKeyLeasePeriod((int) value);
            case MKEYPROT -> info.mKeyProtectBits((int) value);
            case FDR10 -> {
                // It stands in an attribute of the vendor.
            }
        }
    }
}
