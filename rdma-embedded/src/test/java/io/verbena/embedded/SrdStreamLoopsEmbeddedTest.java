package io.verbena.embedded;

import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.StreamLoopContract;

/** The contract of streams in event loops over SRD on the embedded fabric. */
class SrdStreamLoopsEmbeddedTest extends StreamLoopContract {
    @Override
    protected CmBed bed() {
        return SrdBed.open();
    }

    @Override
    protected String refusal() {
        return "no stream over SRD listens at this address";
    }

    @Override
    protected boolean announcesACallAtOnce() {
        return false;
    }
}
