package io.verbena.linux;

import io.verbena.contract.DevicesContract;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class DevicesIbsimTest extends DevicesContract {
    DevicesIbsimTest() {
        super(new Ibsim());
    }
}
