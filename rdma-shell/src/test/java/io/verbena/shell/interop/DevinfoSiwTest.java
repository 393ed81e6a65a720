package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;

@Tag("siw")
class DevinfoSiwTest extends DevinfoContract {
    @Override
    String device() {
        return "siw0";
    }
}
