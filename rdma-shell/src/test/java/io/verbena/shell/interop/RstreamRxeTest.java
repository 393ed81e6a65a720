package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;

@Tag("rxe")
class RstreamRxeTest extends RstreamContract {
    @Override
    String server() {
        return "10.77.0.2";
    }
}
