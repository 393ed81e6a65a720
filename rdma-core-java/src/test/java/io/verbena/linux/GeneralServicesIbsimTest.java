package io.verbena.linux;

import io.verbena.contract.GeneralServicesContract;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class GeneralServicesIbsimTest extends GeneralServicesContract {
    GeneralServicesIbsimTest() {
        super(new Ibsim());
    }
}
