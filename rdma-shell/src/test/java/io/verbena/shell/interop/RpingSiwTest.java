package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;

@Tag("siw")
class RpingSiwTest extends RpingContract {
    @Override
    String server() {
        return "10.78.0.2";
    }
}
