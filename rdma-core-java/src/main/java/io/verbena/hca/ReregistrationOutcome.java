package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What is left of a region whose registration was to be changed (ibv_rereg_mr(3)). */
public enum ReregistrationOutcome implements WireEnum {
    /** It is what it was to become. */
    CHANGED(0, "changed"),
    /** The library refused; the region is as it was. */
    REFUSED(1, "the region is as it was"),
    /** The next memory could not be kept from children; the region is as it was. */
    NOT_PROTECTED_FROM_FORK(2, "the region is as it was"),
    /** It is changed, but the last memory is still kept from children. */
    CHANGED_BUT_OLD_MEMORY_PROTECTED(3, "the region is changed"),
    /** The command failed; the region must not be used any more. */
    LOST(4, "the region is lost"),
    /** The same, and the next memory is still kept from children. */
    LOST_AND_NOT_PROTECTED(5, "the region is lost"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final ReregistrationOutcome[] CONSTANTS = values();
    private final int code;
    private final String text;

    ReregistrationOutcome(int code, String text) {
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

    /** Whether the region can be used as before. */
    public boolean isUnchanged() {
        return this == REFUSED || this == NOT_PROTECTED_FROM_FORK;
    }

    /** Whether the region is what it was to become. */
    public boolean isChanged() {
        return this == CHANGED || this == CHANGED_BUT_OLD_MEMORY_PROTECTED;
    }

    /** The constant with this code, {@link #UNKNOWN} where there is none. */
    public static ReregistrationOutcome of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
