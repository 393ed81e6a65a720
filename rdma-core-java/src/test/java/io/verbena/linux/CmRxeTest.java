package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.cm.CmContract;
import io.verbena.contract.cm.CmDatagramContract;
import io.verbena.contract.cm.CmOptionsContract;
import io.verbena.contract.cm.CmRouteContract;
import io.verbena.contract.cm.EndpointContract;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
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

    @Nested
    class ConnectionsByLinkLocalIpv6 extends CmContract {
        @Override
        protected CmBed bed() {
            return rxe(LinkLocal.address("veth1"));
        }
    }

    @Nested
    class Datagrams extends CmDatagramContract {
        @Override
        protected CmBed bed() {
            return rxe("10.77.0.2");
        }
    }

    /** Soft-RoCE makes no groups of IPv6: mckey gets the same status, ENOTSUPP of the kernel, which has no name outside. */
    @Nested
    class DatagramsByLinkLocalIpv6 extends CmDatagramContract {
        private static final int ENOTSUPP = 524;

        @Override
        protected CmBed bed() {
            return rxe(LinkLocal.address("veth1"));
        }

        @Override
        protected String group() {
            return "ff0e::7:7:7";
        }

        @Override
        @Test
        protected void whatIsSentToAGroupReachesItsMembers() {
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(super::whatIsSentToAGroupReachesItsMembers)
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(ENOTSUPP))
                    .withMessageContainingAll("rdma_join_multicast_ex", "ff0e:0:0:0:0:7:7:7");
        }
    }

    @Nested
    class OptionsOfConnections extends CmOptionsContract {
        @Override
        protected CmBed bed() {
            return rxe("10.77.0.2");
        }
    }

    @Nested
    class GivenPaths extends CmRouteContract {
        @Override
        protected CmBed bed() {
            return rxe("10.77.0.2");
        }

        @Override
        protected PathRecord path(CmBed between, CmId from, CmId to) {
            // An address of this host is reached from itself.
            return new PathRecord()
                    .sgid(Gid.parse("::ffff:10.77.0.2"))
                    .dgid(Gid.parse("::ffff:10.77.0.2"))
                    .pKey(0xffff)
                    .hopLimit(64)
                    .reversible(1)
                    .mtu(Mtu.MTU_1024)
                    .packetLifeTime(18);
        }
    }

    @Nested
    class EndpointsThatWait extends EndpointContract {
        @Override
        protected CmBed bed() {
            return rxe("10.77.0.2");
        }
    }

    /** Soft-RoCE refuses {@code ucmatose -f gid} and {@code mckey -M} at the same call; see CmatoseRxeTest. */
    @Nested
    class AddressesOfInfiniBand {
        private static final int ENOTSUPP = 524;

        private final Rdma rdma = Rdma.open();
        private final Gid gid = rdma.verbs("rxe0").gid(1, 0).orElseThrow().gid();
        private final CmId id = rdma.connectionManager().eventChannel().id(PortSpace.UDP);

        @AfterEach
        void close() {
            rdma.close();
        }

        @Test
        void allPortsAreBoundWithAFreePort() {
            id.bind(IbSocketAddress.of(Gid.ZERO, PortSpace.UDP, 0));

            IbSocketAddress bound = id.localIbAddress().orElseThrow();
            assertThat(bound.gid()).isEqualTo(Gid.ZERO);
            assertThat(bound.pKey()).isEqualTo(0xffff);
            assertThat(bound.serviceId() >>> 16).isEqualTo(PortSpace.UDP.code());
            assertThat(bound.port()).isPositive();
            assertThat(id.peerIbAddress()).isEmpty();
        }

        @Test
        void theAddressIsResolvedButNoPath() {
            IbSocketAddress server = IbSocketAddress.of(gid, PortSpace.UDP, 7174);

            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> id.resolve(server, Duration.ofSeconds(20)))
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENODEV))
                    .withMessageContaining("rdma_resolve_route");
            assertThat(id.peerIbAddress().map(IbSocketAddress::gid)).contains(gid);
            assertThat(id.peerIbAddress().map(IbSocketAddress::serviceId)).contains(server.serviceId());
            assertThat(id.localIbAddress().map(IbSocketAddress::gid)).contains(gid);
        }

        @Test
        void noGroupIsJoinedByItsMgid() {
            id.bind(new InetSocketAddress("10.77.0.1", 0));

            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() ->
                            id.join(IbSocketAddress.of(Gid.parse("ff12:401b:ffff::7")), false, Duration.ofSeconds(20)))
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(ENOTSUPP));
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
