package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;

@Tag("rxe")
class DevinfoRxeTest extends DevinfoContract {
    @Override
    String device() {
        return "rxe0";
    }
}
