package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Whether a process with registered memory may fork (ibv_is_fork_initialized(3)). */
public enum ForkState implements WireEnum {
    /** It may not: parent and child would share, and then lose, pages that the device uses. */
    DISABLED(0, "disabled"),
    /** It may: the library keeps registered pages from the child. */
    ENABLED(1, "enabled"),
    /** It may: the kernel copies such pages when it forks. */
    UNNEEDED(2, "unneeded"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final ForkState[] CONSTANTS = values();
    private final int code;
    private final String text;

    ForkState(int code, String text) {
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

    /** The constant with this code, {@link #UNKNOWN} where there is none. */
    public static ForkState of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
