package io.verbena.linux;

import io.verbena.contract.SaContract;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class SaContractIbsimTest extends SaContract {
    SaContractIbsimTest() {
        super(new Ibsim());
    }
}
