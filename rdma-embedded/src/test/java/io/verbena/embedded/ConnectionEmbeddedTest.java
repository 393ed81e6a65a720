package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.BadPeerContract;
import io.verbena.contract.connection.ConcurrencyContract;
import io.verbena.contract.connection.MessageContract;
import io.verbena.contract.connection.RequestContract;
import io.verbena.contract.connection.SetupContract;
import io.verbena.contract.connection.TransferContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;

/**
 * Connections on the embedded fabric, as others are tried: both sides are on one host. What they allocate is not counted: the
 * threads that are looked at do here what elsewhere the device does.
 */
class ConnectionEmbeddedTest {
    private static CmBed embedded() {
        try {
            EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
            return new CmBed(
                    Rdma.builder().driver(fabric.driver("host0")).open(),
                    fabric.node("host0").port(1).address(),
                    InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class Setup extends SetupContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class Transfers extends TransferContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class Messages extends MessageContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class BadPeers extends BadPeerContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }
}
