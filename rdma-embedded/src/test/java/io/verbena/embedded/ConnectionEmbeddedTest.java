package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.AdvertisementContract;
import io.verbena.contract.connection.BadPeerContract;
import io.verbena.contract.connection.ConcurrencyContract;
import io.verbena.contract.connection.HostilePeerContract;
import io.verbena.contract.connection.IsolationContract;
import io.verbena.contract.connection.MessageContract;
import io.verbena.contract.connection.RequestContract;
import io.verbena.contract.connection.SetupContract;
import io.verbena.contract.connection.TransferContract;
import io.verbena.contract.connection.TransferFailureContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;

/**
 * The connection contract on the embedded fabric, with both sides on one host. Allocations are not counted, because the
 * threads under test also do the work of the device. {@link ConnectionTimeoutsEmbeddedTest} has the parts that mostly wait.
 */
class ConnectionEmbeddedTest {
    static CmBed embedded() {
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
    class Advertisements extends AdvertisementContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class TransferFailures extends TransferFailureContract {
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

    @Nested
    class Isolations extends IsolationContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }

    @Nested
    class HostilePeers extends HostilePeerContract {
        @Override
        protected CmBed bed() {
            return embedded();
        }
    }
}
