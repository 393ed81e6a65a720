package io.verbena.shell.parity;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The C program is a script that reads files of the kernel, which ibsim lacks. */
@Tag("rxe")
class IbstatusParityTest {
    @Test
    void showsTheFilesOfTheKernel() {
        Parity.of("ibstatus", "(none)").same("");
        Parity.of("ibstatus", "<devname>").same("rxe0");
        Parity.of("ibstatus", "<devname>:<portnum>").same("rxe1:1");
    }
}
