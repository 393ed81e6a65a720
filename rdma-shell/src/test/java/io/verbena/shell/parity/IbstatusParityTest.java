package io.verbena.shell.parity;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** It reads the files of the system itself, which ibsim does not make for it. */
@Tag("ibsim")
class IbstatusParityTest {
    @Test
    void cannotBeComparedOnASimulatedFabric() {
        Parity.of("ibstatus", "(none)").notAnswerable("No devices", "");
        Parity.of("ibstatus", "<devname>").notAnswerable("not found", "ibsim0");
        Parity.of("ibstatus", "<devname>:<portnum>").notAnswerable("not found", "ibsim0:1");
    }
}
