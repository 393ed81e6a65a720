package io.verbena.linux;

import io.verbena.contract.HostServicesContract;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class HostServicesIbsimTest extends HostServicesContract {
    HostServicesIbsimTest() {
        super(new Ibsim());
    }
}
