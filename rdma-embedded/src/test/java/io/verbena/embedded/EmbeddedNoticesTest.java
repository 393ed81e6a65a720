package io.verbena.embedded;

import io.verbena.contract.NoticesContract;

class EmbeddedNoticesTest extends NoticesContract {
    EmbeddedNoticesTest() {
        super(new EmbeddedTriedFabric("two-rail", "host5"));
    }
}
