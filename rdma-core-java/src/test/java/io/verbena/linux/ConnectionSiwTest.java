package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.AdmissionContract;
import io.verbena.contract.connection.AdvertisementContract;
import io.verbena.contract.connection.AllocationContract;
import io.verbena.contract.connection.BadPeerContract;
import io.verbena.contract.connection.ConcurrencyContract;
import io.verbena.contract.connection.HostilePeerContract;
import io.verbena.contract.connection.IsolationContract;
import io.verbena.contract.connection.LivenessContract;
import io.verbena.contract.connection.MessageContract;
import io.verbena.contract.connection.RequestContract;
import io.verbena.contract.connection.SetupContract;
import io.verbena.contract.connection.TransferContract;
import io.verbena.contract.connection.TransferFailureContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Connections of a real kernel, over iWARP. */
@Tag("siw")
class ConnectionSiwTest {
    private static CmBed siw() {
        try {
            return new CmBed(Rdma.open(), InetAddress.getByName("10.78.0.2"), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class Setup extends SetupContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Transfers extends TransferContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Advertisements extends AdvertisementContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class TransferFailures extends TransferFailureContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Messages extends MessageContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class BadPeers extends BadPeerContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Admissions extends AdmissionContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Isolations extends IsolationContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Allocations extends AllocationContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class Liveness extends LivenessContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class HostilePeers extends HostilePeerContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }
}
