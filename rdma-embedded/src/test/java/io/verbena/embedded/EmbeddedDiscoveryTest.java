package io.verbena.embedded;

import io.verbena.contract.DiscoveryContract;

class EmbeddedDiscoveryTest extends DiscoveryContract {
    EmbeddedDiscoveryTest() {
        super(new EmbeddedTriedFabric("two-rail", "host5"));
    }
}
