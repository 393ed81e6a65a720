package io.verbena.netty;

import io.verbena.contract.cm.CmBed;

/** A peer over SRD that stops reading. */
class SlowPeerSrdTest extends SlowPeerEmbeddedTest {
    @Override
    CmBed bed() {
        return SrdNettyBed.open();
    }
}
