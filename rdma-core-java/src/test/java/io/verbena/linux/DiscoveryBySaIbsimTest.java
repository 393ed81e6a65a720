package io.verbena.linux;

import io.verbena.contract.DiscoveryBySaContract;
import org.junit.jupiter.api.Tag;

/** The tables of a real opensm. */
@Tag("ibsim")
class DiscoveryBySaIbsimTest extends DiscoveryBySaContract {
    DiscoveryBySaIbsimTest() {
        super(new Ibsim());
    }
}
