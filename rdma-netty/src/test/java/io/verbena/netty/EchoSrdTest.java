package io.verbena.netty;

import io.verbena.contract.cm.CmBed;

/** Netty channels over SRD. */
class EchoSrdTest extends EchoEmbeddedTest {
    @Override
    CmBed bed() {
        return SrdNettyBed.open();
    }

    @Override
    String refusal() {
        return "no stream over SRD listens at this address";
    }
}
