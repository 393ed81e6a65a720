package io.verbena.embedded;

import io.verbena.contract.GeneralServicesContract;

class EmbeddedGeneralServicesTest extends GeneralServicesContract {
    EmbeddedGeneralServicesTest() {
        super(new EmbeddedTriedFabric("two-node", "host2"));
    }
}
