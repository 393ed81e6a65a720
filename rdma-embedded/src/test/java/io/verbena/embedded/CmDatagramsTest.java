package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.Gid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Datagram queue pairs and multicast groups at the provider interface. */
@Timeout(60)
@WithFabric("fat-tree:2,2,2")
class CmDatagramsTest {
    private static final InetSocketAddress GROUP = new InetSocketAddress("239.7.7.7", 0);
    private static final Gid MGID = Gid.parse("ff12:4001:ffff::f07:707");
    private static final int UDP_QUEUE_KEY = 0x01234567;
    private static final int EVERYBODY = 0xffffff;

    private CmSide client;
    private CmSide server;
    private EmbeddedFabric fabric;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
        client = new CmSide(opened, "host0");
        server = new CmSide(opened, "host3");
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void theQueuePairOfAServiceIsResolvedWithItsKeyAndPath() {
        long listening = server.listen(PortSpace.UDP);
        long asking = client.resolved(PortSpace.UDP, server.at(listening));
        client.cm.connect(asking, CmSide.parameters(11, "x".repeat(180)));
        CmEventRecord request = server.next(CmEventType.CONNECT_REQUEST);
        assertThat(CmSide.text(request)).hasSize(180);

        server.cm.accept(request.request(), CmSide.parameters(22, "y".repeat(136)));

        CmEventRecord found = client.next(CmEventType.ESTABLISHED);
        DatagramDestination destination = Objects.requireNonNull(found.destination());
        assertThat(CmSide.text(found)).isEqualTo("y".repeat(136));
        assertThat(destination.queuePair()).isEqualTo(22);
        assertThat(destination.queueKey()).isEqualTo(UDP_QUEUE_KEY);
        assertThat(destination.address().dlid().bits())
                .isEqualTo(fabric.node("host3").port(1).lid());
        assertThat(client.cm.queuePairAttributes(asking, QueuePairState.INIT).number(QueuePairAttribute.QUEUE_KEY))
                .isEqualTo(UDP_QUEUE_KEY);
    }

    @Test
    void aRejectionIsReportedByItsStatus() {
        long listening = server.listen(PortSpace.UDP);
        client.cm.connect(client.resolved(PortSpace.UDP, server.at(listening)), CmSide.parameters(11, ""));

        server.cm.reject(server.next(CmEventType.CONNECT_REQUEST).request(), CmSide.bytes("No."));

        CmEventRecord refused = client.next(CmEventType.UNREACHABLE);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(CmSide.text(refused)).isEqualTo("No.");
    }

    @Test
    void aServiceWithoutAListenerIsUnreachable() {
        client.cm.connect(
                client.resolved(PortSpace.UDP, new InetSocketAddress(server.address, 7471)), CmSide.parameters(11, ""));

        assertThat(client.next(CmEventType.UNREACHABLE).status()).isEqualTo(1);
    }

    @Test
    void destroyingAnUnansweredRequestRejectsIt() {
        long listening = server.listen(PortSpace.UDP);
        client.cm.connect(client.resolved(PortSpace.UDP, server.at(listening)), CmSide.parameters(11, ""));

        server.cm.destroyId(server.next(CmEventType.CONNECT_REQUEST).request());

        client.next(CmEventType.UNREACHABLE);
    }

    private static long joining(CmSide side, boolean sendOnly) {
        long id = side.id(PortSpace.UDP);
        side.cm.bind(id, new InetSocketAddress(side.address, 0));
        side.cm.join(id, GROUP, sendOnly, 77);
        return id;
    }

    private List<McMemberRecord> members() {
        try (SaAsker asker = new SaAsker(fabric, "host1").trusted(1)) {
            return asker.table(new McMemberRecord().mgid(MGID), "mgid");
        }
    }

    @Test
    void aGroupIsJoinedWithTheSubnetAdministration() {
        joining(client, false);

        CmEventRecord joined = client.next(CmEventType.MULTICAST_JOIN);

        assertThat(joined.membership()).isEqualTo(77);
        DatagramDestination destination = Objects.requireNonNull(joined.destination());
        assertThat(destination.queuePair()).isEqualTo(EVERYBODY);
        assertThat(destination.queueKey()).isEqualTo(UDP_QUEUE_KEY);
        assertThat(destination.address().dgid()).isEqualTo(MGID);
        assertThat(members()).singleElement().satisfies(member -> {
            assertThat(member.mlid()).isEqualTo(destination.address().dlid());
            assertThat(member.portGid().guid())
                    .isEqualTo(fabric.node("host0").port(1).guid());
            assertThat(member.joinStateBits()).isEqualTo(1);
        });
    }

    @Test
    void aSendOnlyMemberReceivesNothing() {
        joining(client, true);

        client.next(CmEventType.MULTICAST_JOIN);

        assertThat(members())
                .singleElement()
                .satisfies(member -> assertThat(member.joinStateBits()).isEqualTo(8));
    }

    @Test
    void groupsOfIpoibHaveItsAddressesAndItsKey() {
        long id = client.id(PortSpace.IPOIB);
        client.cm.bind(id, new InetSocketAddress(client.address, 0));

        client.cm.join(id, GROUP, false, 77);

        DatagramDestination destination =
                Objects.requireNonNull(client.next(CmEventType.MULTICAST_JOIN).destination());
        assertThat(destination.address().dgid()).isEqualTo(Gid.parse("ff12:401b:ffff::f07:707"));
        assertThat(destination.queueKey()).isEqualTo(0x0b1b);
    }

    @Test
    void aPortLeavesWithTheLastOfItsIdentifiers() {
        long one = joining(client, false);
        client.next(CmEventType.MULTICAST_JOIN);
        long other = joining(client, false);
        client.next(CmEventType.MULTICAST_JOIN);

        client.cm.leave(one, GROUP);
        assertThat(members()).hasSize(1);
        client.cm.destroyId(other);

        assertThat(members()).isEmpty();
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.cm.leave(one, GROUP))
                .satisfies(failure -> assertThat(failure.errno()).isEqualTo(Errno.EADDRNOTAVAIL));
    }

    @Test
    void eventsOfAGroupEndWithLeavingIt() {
        long id = joining(client, false);

        client.cm.leave(id, GROUP);

        client.nothingComes();
        assertThat(members()).isEmpty();
    }

    @Test
    void aGroupThatIsLeftBeforeItIsJoinedIsLeft() {
        fabric.delay(Duration.ofMillis(20));
        long id = joining(client, false);

        client.cm.leave(id, GROUP);

        client.nothingComes();
        fabric.delay(Duration.ZERO);
        assertThat(members()).isEmpty();
    }

    @Test
    @WithFabric(value = "fat-tree:2,2,2", virtualTime = true)
    void withoutSubnetAdministrationNoGroupIsJoined() {
        fabric.subnetAdministration().silence();

        joining(client, false);

        CmEventRecord failed = client.next(CmEventType.MULTICAST_ERROR);
        assertThat(failed.status()).isEqualTo(-Errno.ETIMEDOUT);
        assertThat(failed.membership()).isEqualTo(77);
    }

    /** Requests reregistration, as a new subnet manager without members does. */
    private void askToRegisterAgain() {
        try (Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            PortInfo wanted = PortInfo.LAYOUT
                    .copy(mad.subnGet(PortInfo.class, DirectedPath.self(), 1))
                    .portState(PortState.NO_CHANGE)
                    .portPhysicalState(PortPhysicalState.NO_CHANGE)
                    .clientReregister(1);
            mad.subnSet(wanted, DirectedPath.self(), 1);
        }
    }

    @Test
    void aGroupThatTheSubnetManagerHasForgottenIsJoinedAgain() {
        joining(client, false);
        client.next(CmEventType.MULTICAST_JOIN);
        fabric.subnetAdministration().forget();
        assertThat(members()).isEmpty();

        askToRegisterAgain();

        client.nothingComes();
        assertThat(members()).hasSize(1);
    }

    @Test
    void aGroupThatHasAnotherLidAfterwardsIsLost() {
        long id = joining(client, false);
        client.next(CmEventType.MULTICAST_JOIN);
        fabric.subnetAdministration().forget();
        long other = server.id(PortSpace.UDP);
        server.cm.bind(other, new InetSocketAddress(server.address, 0));
        server.cm.join(other, new InetSocketAddress("239.8.8.8", 0), false, 78);
        server.next(CmEventType.MULTICAST_JOIN);

        askToRegisterAgain();

        assertThat(client.next(CmEventType.MULTICAST_ERROR).status()).isEqualTo(-Errno.ENETRESET);
        client.cm.join(id, GROUP, false, 79);
        client.next(CmEventType.MULTICAST_JOIN);
    }

    @Test
    void aConnectionIsInNoGroup() {
        long id = client.id(PortSpace.TCP);
        client.cm.bind(id, new InetSocketAddress(client.address, 0));

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.cm.join(id, GROUP, false, 1))
                .withMessageContaining("UDP");
    }
}
