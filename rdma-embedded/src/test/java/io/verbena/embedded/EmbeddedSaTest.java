package io.verbena.embedded;

import io.verbena.contract.SaContract;

class EmbeddedSaTest extends SaContract {
    EmbeddedSaTest() {
        super(new EmbeddedTriedFabric("two-node", "host2"));
    }
}
