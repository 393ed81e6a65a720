package io.verbena.diag;

import io.verbena.iba.PortInfo;

/** The writable settings of a port, by their names in ibportstate. */
public enum PortSetting {
    /** The enabled speeds among the first three, one bit each; 15 for all supported speeds. */
    SPEED(15),
    /** The enabled extended speeds, one bit each; 30 for none, 31 for all supported speeds. */
    ESPEED(31),
    /** Whether FDR10 is enabled, 1 or 0; a setting of Mellanox devices. */
    FDR10(1),
    /** The enabled widths, one bit each; 255 for all supported widths. */
    WIDTH(255),
    /** The code of the number of virtual lanes: 1 for VL0, 2 for VL0-1, to 5 for VL0-14. */
    VLS(5),
    /** The code of the MTU: 1 for 256, to 5 for 4096 bytes. */
    MTU(5),
    /** The LID. */
    LID(0xbfff),
    /** The LID of the subnet manager. */
    SMLID(0xbfff),
    /** The number of low bits of the LID that are masked. */
    LMC(7),
    /** The M_Key that protects the port. */
    MKEY(-1),
    /** The lease period of the M_Key in seconds; 0 means that it does not expire. */
    MKEYLEASE(0xffff),
    /** The protection level of the M_Key. */
    MKEYPROT(3);

    private final long greatest;

    PortSetting(long greatest) {
        this.greatest = greatest;
    }

    /** Returns the maximum value; all bits set for a 64-bit value. */
    public long greatest() {
        return greatest;
    }

    /** Returns whether a value is out of range. */
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
                // This setting is part of a vendor-specific attribute.
            }
        }
    }
}
