package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.StreamLoopContract;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The contract of streams in event loops on the embedded fabric, with both sides on one host. */
class StreamLoopsEmbeddedTest extends StreamLoopContract {
    @Override
    protected CmBed bed() {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        try {
            return new CmBed(
                    Rdma.builder().driver(fabric.driver("host0")).open(),
                    fabric.node("host0").port(1).address(),
                    InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
