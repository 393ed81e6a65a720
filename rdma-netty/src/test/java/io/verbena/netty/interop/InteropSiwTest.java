package io.verbena.netty.interop;

import org.junit.jupiter.api.Tag;

@Tag("siw")
class InteropSiwTest extends InteropContract {
    @Override
    String host() {
        return "10.78.0.2";
    }

    /** The driver siw counts no packets. */
    @Override
    long packets() {
        return 0;
    }
}
