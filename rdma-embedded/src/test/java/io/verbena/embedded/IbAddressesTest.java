package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.cm.AddressInUseException;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.CmMembership;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.cm.UnresolvedAddressException;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Identifiers whose addresses are GIDs, between two hosts, with made-up queue pairs. */
@Timeout(60)
@WithFabric("fat-tree:2,2,2")
class IbAddressesTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int PORT = 7471;

    private Gid gid;
    private Rdma here;
    private Rdma there;

    @BeforeEach
    void open(EmbeddedFabric fabric) {
        here = Rdma.builder().driver(fabric.driver("host0")).open();
        there = Rdma.builder().driver(fabric.driver("host3")).open();
        gid = Gid.linkLocal(fabric.node("host3").port(1).guid());
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static CmId id(Rdma rdma, PortSpace space) {
        return rdma.connectionManager().eventChannel().id(space);
    }

    private CmId listening(IbSocketAddress address) {
        CmId id = id(there, PortSpace.TCP);
        id.bind(address);
        id.listen(10);
        return id;
    }

    private static <T> T joined(CompletableFuture<T> future) {
        return future.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Test
    void hostsConnectByGid() {
        CmId listening = listening(IbSocketAddress.of(gid, PortSpace.TCP, PORT));
        CmId asking = id(here, PortSpace.TCP);
        IbSocketAddress server = IbSocketAddress.of(gid, PortSpace.TCP, PORT);
        asking.resolve(server, LONG);
        byte[] all = new byte[92];
        all[0] = 1;
        all[91] = 2;

        CompletableFuture<CmEvent> connected = asking.connectAsync(
                ConnectionParameters.DEFAULTS.privateData(all).queuePair(11, false));
        ConnectionRequest request = listening.request(LONG);
        CompletableFuture<CmEvent> accepted = request.acceptAsync(ConnectionParameters.DEFAULTS.queuePair(22, false));

        assertThat(joined(connected).type()).isEqualTo(CmEventType.CONNECT_RESPONSE);
        asking.establish();
        assertThat(joined(accepted).type()).isEqualTo(CmEventType.ESTABLISHED);
        byte[] data = new byte[92];
        request.privateData().get(data);
        assertThat(data).as("no IP addresses precede the private data").isEqualTo(all);
        assertThat(asking.peerAddress()).isEmpty();
        assertThat(asking.peerIbAddress()).contains(server);
        assertThat(request.id().localIbAddress()).contains(server);
        Gid own = asking.localIbAddress().orElseThrow().gid();
        assertThat(request.id().peerIbAddress().orElseThrow().gid()).isEqualTo(own);
    }

    @Test
    void allPortsAreBoundWithAFreePort() {
        CmId id = id(there, PortSpace.TCP);

        id.bind(IbSocketAddress.of(Gid.ZERO, PortSpace.TCP, 0));

        IbSocketAddress bound = id.localIbAddress().orElseThrow();
        assertThat(bound.serviceId() >>> 16).isEqualTo(PortSpace.TCP.code());
        assertThat(bound.port()).isPositive();
        assertThat(id.localAddress()).isEmpty();
        assertThat(id.device()).isEmpty();
    }

    @Test
    void aServiceIsOfOneFamily() {
        listening(IbSocketAddress.of(Gid.ZERO, PortSpace.TCP, PORT));

        assertThatExceptionOfType(AddressInUseException.class)
                .isThrownBy(() -> id(there, PortSpace.TCP).bind(new InetSocketAddress(PORT)));
    }

    @Test
    void aListenerOfIpGetsNoRequestWithoutIpAddresses() {
        CmId listening = id(there, PortSpace.TCP);
        listening.bind(new InetSocketAddress(PORT));
        listening.listen(10);
        CmId asking = id(here, PortSpace.TCP);
        asking.resolve(IbSocketAddress.of(gid, PortSpace.TCP, PORT), LONG);

        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> asking.connect(ConnectionParameters.DEFAULTS.queuePair(11, false), LONG));
    }

    @Test
    void anotherSubnetOrPartitionIsNotReached() {
        Gid elsewhere = new Gid(0xfec0_0000_0000_0001L, gid.interfaceId());
        IbSocketAddress otherPartition = new IbSocketAddress(gid, 0x1234, 0, 0);

        for (IbSocketAddress address : new IbSocketAddress[] {IbSocketAddress.of(elsewhere), otherPartition}) {
            CmId asking = id(here, PortSpace.IB);
            assertThatExceptionOfType(UnresolvedAddressException.class)
                    .isThrownBy(() -> asking.resolve(address, LONG))
                    .withMessageContaining(address.toString());
        }
    }

    @Test
    void addressesOfTwoFamiliesDoNotMeet() {
        CmId asking = id(here, PortSpace.TCP);
        asking.bind(new InetSocketAddress(0));

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> asking.resolve(IbSocketAddress.of(gid, PortSpace.TCP, PORT), LONG))
                .matches(e -> e.errno() == Errno.EINVAL);
    }

    @Test
    void aServiceIdIsOfThePortSpace() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> id(there, PortSpace.TCP).bind(IbSocketAddress.of(gid, PortSpace.UDP, PORT)))
                .withMessageContaining("the service ID is not of port space TCP");
    }

    @Test
    void anAddressOfAnotherTypeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> id(there, PortSpace.TCP).bind(UnixDomainSocketAddress.of("/tmp/socket")))
                .withMessageContainingAll("/tmp/socket", "expected an InetSocketAddress or an IbSocketAddress");
    }

    @Test
    void aGroupIsJoinedByItsMgid() {
        CmId member = id(there, PortSpace.UDP);
        member.bind(IbSocketAddress.of(gid, PortSpace.UDP, 0));
        IbSocketAddress group = IbSocketAddress.of(Gid.parse("ff12:1234::7"));

        try (CmMembership joined = member.join(group, false, LONG)) {
            assertThat(joined.destination().address().dgid()).isEqualTo(group.gid());
            assertThat(joined.group()).isEqualTo(group);
        }
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> member.join(IbSocketAddress.of(gid), false, LONG))
                .withMessageContaining("not a multicast address");
    }
}
