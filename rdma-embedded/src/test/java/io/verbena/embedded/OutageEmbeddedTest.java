package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.connection.OutageBed;
import io.verbena.contract.connection.OutageContract;
import java.net.InetAddress;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two hosts of the embedded fabric, and the link between them. The tests mostly wait, so they run at the same time. */
@Execution(ExecutionMode.CONCURRENT)
class OutageEmbeddedTest extends OutageContract {
    @Override
    protected OutageBed bed() {
        return new CutFabric(EmbeddedFabric.open("two-node"));
    }

    private static final class CutFabric implements OutageBed {
        private final EmbeddedFabric fabric;
        private final Rdma client;
        private final Rdma server;

        CutFabric(EmbeddedFabric fabric) {
            this.fabric = fabric;
            this.client = Rdma.builder().driver(fabric.driver("host0")).open();
            this.server = Rdma.builder().driver(fabric.driver("host1")).open();
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
            fabric.loss(percent / 100.0, 1);
            try {
                action.run();
            } finally {
                fabric.loss(0, 1);
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
