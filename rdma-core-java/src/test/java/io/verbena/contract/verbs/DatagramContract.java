package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests datagrams between two queue pairs. */
@Timeout(120)
public abstract class DatagramContract {
    private static final int HEADER = 40;
    private static final int QKEY = 0x11111111;
    private static final int MULTICAST = 0xffffff;

    private VerbsBed bed;
    private Peer client;
    private Peer server;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.UD);
        client = peers[0];
        server = peers[1];
        client.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
        server.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private AddressHandle way() {
        return client.domain.addressHandle(bed.way(client.context, server.context));
    }

    @Test
    void aDatagramArrivesBehindItsHeader() {
        client.fill('d');
        server.receive(1, 0, 1024);

        client.pair.post(client.pair
                .sendRequests(1)
                .sendImmediate(2, 0x11223344)
                .segment(client.region, 0, 100)
                .to(way(), server.pair.number(), QKEY));

        client.next().check();
        WorkCompletion received = server.next().check();
        assertThat(received.byteLength()).isEqualTo(HEADER + 100);
        assertThat(received.immediate()).isEqualTo(0x11223344);
        assertThat(received.sourceQueuePair()).isEqualTo(client.pair.number());
        assertThat(server.bytes(HEADER, 100)).containsOnly('d');
    }

    @Test
    void aCompletionTellsTheWayBack() {
        server.receive(1, 0, 256);
        client.receive(2, 0, 256);
        client.pair.post(client.pair
                .sendRequests(1)
                .send(3)
                .segment(client.region, 1024, 8)
                .to(way(), server.pair.number(), QKEY));
        client.next().check();

        var batch = server.queue.batch(1);
        assertThat(server.queue.await(batch, Peer.LONG)).isEqualTo(1);
        WorkCompletion received = batch.get(0).check();
        AddressHandle back = server.domain.addressHandle(
                1, received, server.buffer.duplicate().position(0));
        server.fill('b');
        server.pair.post(server.pair
                .sendRequests(1)
                .send(4)
                .segment(server.region, 0, 16)
                .to(back, received.sourceQueuePair(), QKEY));

        assertThat(client.next().check().byteLength()).isEqualTo(HEADER + 16);
        assertThat(client.bytes(HEADER, 16)).containsOnly('b');
    }

    @Test
    void whatIsSentToAGroupArrivesAtItsMembers() {
        AddressVector way = bed.wayToGroup();
        server.pair.joinMulticast(way.dgid(), way.dlid().bits());
        server.receive(1, 0, 256);
        AddressHandle toGroup = client.domain.addressHandle(way);

        client.pair.post(client.pair
                .sendRequests(1)
                .send(2)
                .segment(client.region, 0, 20)
                .to(toGroup, MULTICAST, QKEY));

        assertThat(server.next().check().byteLength()).isEqualTo(HEADER + 20);
        server.pair.leaveMulticast(way.dgid(), way.dlid().bits());
    }

    @Test
    void aQueuePairThatIsClosedLeavesItsGroups() {
        AddressVector way = bed.wayToGroup();
        server.pair.joinMulticast(way.dgid(), way.dlid().bits());

        server.pair.close();

        assertThat(server.pair.isClosed()).isTrue();
    }

    @Test
    void theQueueKeyCanBeChanged() {
        server.pair.modify(new QueuePairAttributes().queueKey(0x22222222));

        assertThat(server.pair.query(QueuePairAttribute.QUEUE_KEY).number(QueuePairAttribute.QUEUE_KEY))
                .isEqualTo(0x22222222);
    }

    /** A queue key whose highest bit is set requires CAP_NET_RAW, which root has. */
    @Test
    void aPrivilegedQueueKeyIsTakenFromRoot() {
        int privileged = 0x80000000;
        server.pair.modify(new QueuePairAttributes().queueKey(privileged));

        assertThat(server.pair.query(QueuePairAttribute.QUEUE_KEY).number(QueuePairAttribute.QUEUE_KEY))
                .isEqualTo(privileged);
    }

    @Test
    void aDatagramToNobodyIsRefusedBeforeItIsPosted() {
        SendRequests toNobody = client.pair.sendRequests(1).send(1).segment(client.region, 0, 8);
        SendRequests noDatagram =
                client.pair.sendRequests(1).write(1, 0x1234, 5).segment(client.region, 0, 8);

        assertThatIllegalStateException()
                .isThrownBy(() -> client.pair.post(toNobody))
                .withMessageContaining("without a destination");
        assertThatIllegalStateException()
                .isThrownBy(() -> client.pair.post(noDatagram))
                .withMessageContaining("not a send");
    }
}
