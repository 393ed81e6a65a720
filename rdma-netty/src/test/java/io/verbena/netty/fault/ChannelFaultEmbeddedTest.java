package io.verbena.netty.fault;

import io.verbena.Rdma;
import io.verbena.contract.connection.OutageBed;
import io.verbena.embedded.EmbeddedFabric;
import java.net.InetAddress;

/** Two hosts of the embedded fabric, and the link between them. */
class ChannelFaultEmbeddedTest extends ChannelFaultContract {
    @Override
    OutageBed bed() {
        return new Hosts(EmbeddedFabric.open("two-node"));
    }

    static class Hosts implements OutageBed {
        private final EmbeddedFabric fabric;
        private final Rdma client;
        private final Rdma server;

        Hosts(EmbeddedFabric fabric) {
            this.fabric = fabric;
            client = Rdma.builder().driver(fabric.driver("host0")).open();
            server = Rdma.builder().driver(fabric.driver("host1")).open();
        }

        @Override
        public Rdma client() {
            return client;
        }

        @Override
        public Rdma server() {
            return server;
        }

        @Override
        public InetAddress address() {
            return fabric.node("host1").port(1).address();
        }

        @Override
        public void whileLosing(int percent, Runnable action) {
            fabric.loss(percent / 100.0, 3);
            try {
                action.run();
            } finally {
                fabric.loss(0, 3);
            }
        }

        @Override
        public void whileUnplugged(Runnable action) {
            fabric.node("host0").port(1).down();
            try {
                action.run();
            } finally {
                fabric.node("host0").port(1).up();
            }
        }

        @Override
        public void close() {
            client.close();
            server.close();
            fabric.close();
        }
    }
}
