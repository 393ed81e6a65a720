package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Where automatic path migration stands (IBA 10.4). */
public enum MigrationState implements WireEnum {
    /** The path in use is the only one. */
    MIGRATED(0, "MIGRATED"),
    /** The other path is to be loaded. */
    REARM(1, "REARM"),
    /** The other path is ready. */
    ARMED(2, "ARMED"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final MigrationState[] CONSTANTS = values();
    private final int code;
    private final String text;

    MigrationState(int code, String text) {
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
    public static MigrationState of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
