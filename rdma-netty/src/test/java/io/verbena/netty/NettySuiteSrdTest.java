package io.verbena.netty;

import io.verbena.contract.cm.CmBed;

/** Netty's tests over SRD on the embedded fabric, whose paths reorder and lose datagrams. */
class NettySuiteSrdTest extends NettySuite {
    @Override
    CmBed bed() {
        return SrdNettyBed.open();
    }
}
