package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.Rdma;
import io.verbena.contract.removal.RemovalBed;
import io.verbena.contract.removal.RemovalContract;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** An adapter that is removed while it is in use, and plugged in again. */
class RemovalEmbeddedTest extends RemovalContract {
    @Override
    protected RemovalBed bed() {
        return new Hosts();
    }

    @Test
    void healingRestoresARemovedAdapter() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node")) {
            fabric.node("host1").unplug().unplug();

            assertThat(fabric.faults()).hasToString("[\"host1\": has no adapter]");
            assertThat(fabric.driver("host1").deviceNames()).isEmpty();

            fabric.heal();

            assertThat(fabric.faults()).isEmpty();
            assertThat(fabric.driver("host1").deviceNames()).hasSize(1);
        }
    }

    @Test
    void onlyTheAdapterOfAHostCanBeRemoved() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:1,1,1")) {
            EmbeddedNode node = fabric.nodes().stream()
                    .filter(EmbeddedNode::forwards)
                    .findFirst()
                    .orElseThrow();

            assertThatIllegalStateException().isThrownBy(node::unplug);
        }
    }

    private static final class Hosts implements RemovalBed {
        private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        private final EmbeddedNode host = fabric.node("host1");
        private final Rdma removable =
                Rdma.builder().driver(fabric.driver("host1")).open();
        private final Rdma other = Rdma.builder().driver(fabric.driver("host0")).open();

        @Override
        public Rdma removable() {
            return removable;
        }

        @Override
        public Rdma other() {
            return other;
        }

        @Override
        public String device() {
            return "emb0";
        }

        @Override
        public InetAddress address() {
            return host.address();
        }

        @Override
        public InetAddress otherAddress() {
            return fabric.node("host0").address();
        }

        /** A removed adapter sends no packets. */
        @Override
        public boolean tellsPeers() {
            return false;
        }

        @Override
        public void remove() {
            host.unplug();
        }

        @Override
        public void restore() {
            host.plugIn();
        }

        @Override
        public void close() {
            removable.close();
            other.close();
            fabric.close();
        }
    }
}
