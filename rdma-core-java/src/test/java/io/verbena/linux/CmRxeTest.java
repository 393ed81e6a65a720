package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmContract;
import io.verbena.contract.cm.CmDatagramContract;
import io.verbena.contract.cm.EndpointContract;
import io.verbena.hca.PortSpace;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The connection manager of a real kernel, over RoCE: rxe1 is reached by its addresses. */
@Tag("rxe")
class CmRxeTest {
    private static CmBed rxe(String server) {
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
            return rxe("10.77.0.2");
        }
    }

    /** The address that belongs to one link needs to say which. */
    @Nested
    class ConnectionsByLinkLocalIpv6 extends CmContract {
        @Override
        protected CmBed bed() {
            return rxe(linkLocal("veth1"));
        }
    }

    private static String linkLocal(String network) {
        try {
            return NetworkInterface.getByName(network)
                    .inetAddresses()
                    .filter(Inet6Address.class::isInstance)
                    .filter(InetAddress::isLinkLocalAddress)
                    .map(InetAddress::getHostAddress)
                    .findFirst()
                    .orElseThrow();
        } catch (SocketException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class Datagrams extends CmDatagramContract {
        @Override
        protected CmBed bed() {
            return rxe("10.77.0.2");
        }
    }

    @Nested
    class EndpointsThatWait extends EndpointContract {
        @Override
        protected CmBed bed() {
            return rxe("10.77.0.2");
        }
    }

    @Nested
    class Names {
        @Test
        void anIdentifierIsCalledByWhereItIs() {
            try (Rdma rdma = Rdma.open()) {
                CmId id = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
                assertThat(id).hasToString("CmId[TCP 1]");
                assertThat(id.device()).isEmpty();

                id.bind(new InetSocketAddress("10.77.0.1", 7471));

                assertThat(id).hasToString("CmId[TCP 1 on rxe0/1, /10.77.0.1:7471 to null]");
            }
        }
    }
}
