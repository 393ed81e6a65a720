package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmContract;
import io.verbena.contract.cm.EndpointContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The connection manager of a real kernel, over iWARP: siw1 is reached by its addresses. */
@Tag("siw")
class CmSiwTest {

    private static CmBed siw(String server) {
        try {
            return new CmBed(Rdma.open(), InetAddress.getByName(server), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class ConnectionsByIpv4 extends CmContract {
        @Override
        protected CmBed bed() {
            return siw("10.78.0.2");
        }
    }

    @Nested
    class EndpointsThatWait extends EndpointContract {
        @Override
        protected CmBed bed() {
            return siw("10.78.0.2");
        }
    }

    @Nested
    class ConnectionsByLinkLocalIpv6 extends CmContract {
        @Override
        protected CmBed bed() {
            return siw(LinkLocal.address("veth3"));
        }
    }
}
