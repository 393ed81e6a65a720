package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmContract;
import io.verbena.contract.cm.EndpointContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The connection manager of a real kernel, over iWARP: siw1 is reached by its address. */
@Tag("siw")
class CmSiwTest {

    @Nested
    class Connections extends CmContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    @Nested
    class EndpointsThatWait extends EndpointContract {
        @Override
        protected CmBed bed() {
            return siw();
        }
    }

    private static CmBed siw() {
        try {
            return new CmBed(Rdma.open(), InetAddress.getByName("10.78.0.2"), InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
