package io.verbena.embedded;

import io.verbena.contract.HostServicesContract;

class EmbeddedHostServicesTest extends HostServicesContract {
    EmbeddedHostServicesTest() {
        super(new EmbeddedTriedFabric("two-node", "host2"));
    }
}
