package io.verbena.embedded;

import io.verbena.contract.MadTransactorContract;

class EmbeddedMadTransactorTest extends MadTransactorContract {
    EmbeddedMadTransactorTest() {
        super(new EmbeddedTriedFabric("two-node", "host2"));
    }

    @Override
    protected int openings() {
        return 1_000;
    }
}
