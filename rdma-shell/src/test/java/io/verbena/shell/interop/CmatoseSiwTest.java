package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;

@Tag("siw")
class CmatoseSiwTest extends CmatoseContract {
    @Override
    String server() {
        return "10.78.0.2";
    }
}
