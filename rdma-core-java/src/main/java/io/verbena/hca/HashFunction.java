package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How the fields of a packet become the place in a table (ibv_create_qp_ex(3)). */
public enum HashFunction implements WireEnum {
    /** The hash of Toeplitz, with a key of 40 bytes. */
    TOEPLITZ(1, "TOEPLITZ");

    private final int code;
    private final String text;

    HashFunction(int code, String text) {
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
