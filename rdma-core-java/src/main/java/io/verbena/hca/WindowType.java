package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** The kind of a memory window (IBA 10.6.7). */
public enum WindowType implements WireEnum {
    /** Bound by a call; its key is for every queue pair of the domain. */
    TYPE_1(1, "TYPE_1"),
    /** Bound by a send request; its key is for that queue pair. */
    TYPE_2(2, "TYPE_2");

    private static final WindowType[] CONSTANTS = values();
    private final int code;
    private final String text;

    WindowType(int code, String text) {
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

    /** The constant with this code, {@link #TYPE_1} where there is none. */
    public static WindowType of(int code) {
        return Codes.find(CONSTANTS, code, TYPE_1);
    }
}
