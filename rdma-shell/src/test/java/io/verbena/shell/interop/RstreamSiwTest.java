package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;

@Tag("siw")
class RstreamSiwTest extends RstreamContract {
    @Override
    String server() {
        return "10.78.0.2";
    }
}
