package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.DatagramSocketContract;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Datagram sockets over RoCE. */
@Tag("rxe")
class DatagramSocketRxeTest {
    private static CmBed bed(InetAddress server) {
        try {
            return new CmBed(Rdma.open(), server, InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Nested
    class ByIpv4 extends DatagramSocketContract {
        @Override
        protected CmBed bed() {
            try {
                return DatagramSocketRxeTest.bed(InetAddress.getByName("10.77.0.2"));
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Nested
    class ByIpv6 extends DatagramSocketContract {
        @Override
        protected CmBed bed() {
            try {
                return DatagramSocketRxeTest.bed(NetworkInterface.getByName("veth1")
                        .inetAddresses()
                        .filter(Inet6Address.class::isInstance)
                        .findFirst()
                        .orElseThrow());
            } catch (SocketException e) {
                throw new AssertionError(e);
            }
        }
    }
}
