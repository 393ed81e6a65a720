package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** With what an atomic operation of a device is atomic (IBA 10.6.6). */
public enum AtomicCapability implements WireEnum {
    /** There is none. */
    NONE(0, "ATOMIC_NONE"),
    /** With the others of this device. */
    DEVICE(1, "ATOMIC_HCA"),
    /** With the processors and other devices, too. */
    GLOBAL(2, "ATOMIC_GLOB"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final AtomicCapability[] CONSTANTS = values();
    private final int code;
    private final String text;

    AtomicCapability(int code, String text) {
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
    public static AtomicCapability of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
