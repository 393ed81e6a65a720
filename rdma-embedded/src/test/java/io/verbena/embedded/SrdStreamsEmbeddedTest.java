package io.verbena.embedded;

import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.StreamContract;

/** The stream contract over SRD on the embedded fabric, whose paths reorder and lose datagrams. */
class SrdStreamsEmbeddedTest extends StreamContract {
    @Override
    protected CmBed bed() {
        return SrdBed.open();
    }

    @Override
    protected String refusal() {
        return "no stream over SRD listens at this address";
    }

    @Override
    protected boolean maps() {
        return false;
    }
}
