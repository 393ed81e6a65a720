package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmContract;
import io.verbena.contract.cm.CmDatagramContract;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;

/** The connection manager of the embedded fabric, as others are tried: both sides are on one host. */
class CmEmbeddedTest {
    private static CmBed embedded(boolean wide) {
        try {
            EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
            EmbeddedPort port = fabric.node("host0").port(1);
            return new CmBed(
                    Rdma.builder().driver(fabric.driver("host0")).open(),
                    wide ? port.linkLocalAddress() : port.address(),
                    InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class ConnectionsByIpv4 extends CmContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }
    }

    @Nested
    class ConnectionsByLinkLocalIpv6 extends CmContract {
        @Override
        protected CmBed bed() {
            return embedded(true);
        }
    }

    @Nested
    class Datagrams extends CmDatagramContract {
        @Override
        protected CmBed bed() {
            return embedded(false);
        }
    }

    @Nested
    class DatagramsByLinkLocalIpv6 extends CmDatagramContract {
        @Override
        protected CmBed bed() {
            return embedded(true);
        }

        @Override
        protected String group() {
            return "ff0e::7:7:7";
        }
    }
}
