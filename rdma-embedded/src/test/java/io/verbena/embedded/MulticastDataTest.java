package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.MulticastMembership;
import io.verbena.sa.SaClient;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.QueuePairSetup;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Multicast datagrams follow the trees that the subnet administration has configured. */
@Timeout(60)
class MulticastDataTest {
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::99");
    private static final int QKEY = 0x1234;
    private static final int ALL = 0xffffff;

    private EmbeddedFabric fabric;
    private Member sender;
    private Member near;
    private Member far;

    /** A host with a queue pair that is attached to the group as long as its port is a member. */
    private static final class Member implements AutoCloseable {
        private final Station station;
        private final MadTransactor mad;
        private final SaClient sa;

        Member(EmbeddedFabric fabric, String host) {
            station = new Station(fabric, host, QueuePairType.UD);
            station.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
            mad = station.rdma.mad(station.rdma.defaultEndPort());
            sa = station.rdma.sa(mad);
        }

        Lid join() {
            MulticastMembership membership = sa.join(McMemberRecord.query()
                    .mgid(GROUP)
                    .qKey(QKEY)
                    .pKey(0xffff)
                    .sl(0)
                    .flowLabel(0)
                    .trafficClass(0)
                    .joinState(Set.of(JoinState.FULL_MEMBER)));
            Lid lid = membership.record().mlid();
            station.pair.joinMulticast(GROUP, lid.bits());
            return lid;
        }

        @Override
        public void close() {
            sa.close();
            mad.close();
            station.close();
        }
    }

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,2");
        sender = new Member(fabric, "host0");
        near = new Member(fabric, "host1");
        far = new Member(fabric, "host3");
    }

    @AfterEach
    void close() {
        // Members leave the group themselves.
        fabric.heal();
        sender.close();
        near.close();
        far.close();
        fabric.close();
    }

    private AddressHandle way(Lid group) {
        return sender.station.domain.addressHandle(new AddressVector(1, group, 0, 0, 0, GROUP, 0, 0, 1, 0));
    }

    private void send(AddressHandle way) {
        sender.station.pair.post(sender.station
                .pair
                .sendRequests(1)
                .send(1)
                .segment(sender.station.region, 0, 32)
                .to(way, ALL, QKEY));
        sender.station.next().check();
    }

    @Test
    void aMemberReceivesDatagramsFromItsJoinOn() {
        near.station.receive(1, 0, 256);
        near.station.receive(2, 256, 256);
        far.station.receive(3, 0, 256);
        AddressHandle way = way(near.join());
        send(way);
        assertThat(near.station.next().check().id()).isEqualTo(1);
        assertThat(far.station.isQuiet()).isTrue();

        far.join();
        send(way);

        assertThat(near.station.next().check().id()).isEqualTo(2);
        assertThat(far.station.next().check().hasGlobalRoute()).isTrue();
    }

    @Test
    void aSilentMemberReceivesNothing() {
        near.station.receive(1, 0, 256);
        far.station.receive(2, 0, 256);
        AddressHandle way = way(near.join());
        far.join();
        fabric.node("host3").silence();

        send(way);

        assertThat(near.station.next().check().id()).isEqualTo(1);
        assertThat(far.station.isQuiet()).isTrue();
    }
}
