package io.verbena.linux;

import io.verbena.contract.DiscoveryContract;
import org.junit.jupiter.api.Tag;

@Tag("ibsim")
class DiscoveryIbsimTest extends DiscoveryContract {
    DiscoveryIbsimTest() {
        super(new Ibsim());
    }
}
