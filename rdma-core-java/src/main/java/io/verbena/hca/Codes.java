package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Finds constants by their codes. */
final class Codes {
    private Codes() {}

    static <E extends WireEnum> E find(E[] constants, int code, E unknown) {
        for (E constant : constants) {
            if (constant.code() == code) {
                return constant;
            }
        }
        return unknown;
    }
}
