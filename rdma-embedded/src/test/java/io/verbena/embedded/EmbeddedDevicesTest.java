package io.verbena.embedded;

import io.verbena.contract.DevicesContract;

class EmbeddedDevicesTest extends DevicesContract {
    EmbeddedDevicesTest() {
        super(new EmbeddedTriedFabric("two-node", "host2"));
    }
}
