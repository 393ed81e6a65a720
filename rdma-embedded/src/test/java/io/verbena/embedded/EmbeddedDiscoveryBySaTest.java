package io.verbena.embedded;

import io.verbena.contract.DiscoveryBySaContract;

class EmbeddedDiscoveryBySaTest extends DiscoveryBySaContract {
    EmbeddedDiscoveryBySaTest() {
        super(new EmbeddedTriedFabric("two-rail", "host5"));
    }
}
