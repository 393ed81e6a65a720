package io.verbena.netty.fault;

import io.verbena.Rdma;
import io.verbena.contract.connection.OutageBed;
import io.verbena.netty.SrdNettyBed;
import io.verbena.stream.Streams;
import java.net.InetAddress;

/** Two hosts of the embedded fabric, whose channels use SRD; TCP, which connects them, stays up. */
class ChannelFaultSrdTest extends ChannelFaultContract {
    private final ChannelFaultEmbeddedTest.Hosts hosts = new ChannelFaultEmbeddedTest.Hosts(SrdNettyBed.fabric()) {
        @Override
        public InetAddress address() {
            return InetAddress.getLoopbackAddress();
        }
    };

    @Override
    OutageBed bed() {
        return hosts;
    }

    @Override
    Streams streams(Rdma rdma) {
        return SrdNettyBed.streams(rdma);
    }
}
