package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How many bytes an atomic operation on the bus of the host has (ibv_query_device_ex(3)). */
public enum AtomicSize implements WireEnum {
    /** 4. */
    FOUR_BYTES(1, "4 bytes"),
    /** 8. */
    EIGHT_BYTES(2, "8 bytes"),
    /** 16. */
    SIXTEEN_BYTES(4, "16 bytes");

    private final int code;
    private final String text;

    AtomicSize(int code, String text) {
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
