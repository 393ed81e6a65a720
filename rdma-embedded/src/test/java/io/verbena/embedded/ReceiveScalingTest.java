package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.HashField;
import io.verbena.hca.HashFunction;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.ReceiveScaling;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueState;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.IndirectionTable;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkQueue;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Datagrams are spread over work queues by the Toeplitz hash of the IP packet that they carry (RFC 4391). The hashes are those of
 * Microsoft's "Verifying the RSS Hash Calculation".
 */
@Timeout(60)
class ReceiveScalingTest {
    private static final int QKEY = 0x1234;
    private static final int HEADER = 40;
    private static final int SLOT = 256;
    private static final byte[] KEY =
            HexFormat.of().parseHex("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa");
    private static final HashField[] ADDRESSES = {
        HashField.SOURCE_IPV4, HashField.DESTINATION_IPV4, HashField.SOURCE_IPV6, HashField.DESTINATION_IPV6
    };
    private static final HashField[] WITH_PORTS = {
        HashField.SOURCE_IPV4,
        HashField.DESTINATION_IPV4,
        HashField.SOURCE_IPV6,
        HashField.DESTINATION_IPV6,
        HashField.SOURCE_TCP_PORT,
        HashField.DESTINATION_TCP_PORT,
        HashField.SOURCE_UDP_PORT,
        HashField.DESTINATION_UDP_PORT
    };

    private EmbeddedFabric fabric;
    private Station client;
    private Station server;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new Station(fabric, "host0", QueuePairType.UD);
        server = new Station(fabric, "host1", QueuePairType.UD);
        client.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    /** Returns ready work queues, of which each has a receive with its index as the ID. */
    private List<WorkQueue> queues(int count) {
        List<WorkQueue> queues = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            WorkQueue queue = server.domain.workQueue(WorkQueueAttributes.of(2, 1), server.queue);
            queue.modify(WorkQueueState.RESET, WorkQueueState.READY);
            queue.post(queue.receiveRequests(1).receive(i).segment(server.region, (long) i * SLOT, SLOT));
            queues.add(queue);
        }
        return queues;
    }

    private QueuePair spread(List<WorkQueue> queues, HashField... fields) {
        IndirectionTable table = server.context.indirectionTable(queues);
        QueuePair pair = server.domain
                .queuePair(QueuePairType.UD)
                .spreadsOver(table, ReceiveHash.of(HashFunction.TOEPLITZ, KEY, fields))
                .create();
        pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
        return pair;
    }

    private void send(QueuePair to, ByteBuffer datagram) {
        client.buffer.put(0, datagram, 0, datagram.limit());
        client.pair.post(client.pair
                .sendRequests(1)
                .send(77)
                .segment(client.region, 0, datagram.limit())
                .to(client.domain.addressHandle(client.way(server)), to.number(), QKEY));
        client.next().check();
    }

    private static ByteBuffer packet(int protocol, String source, int sourcePort, String destination, int port)
            throws UnknownHostException {
        byte[] from = InetAddress.getAllByName(source)[0].getAddress();
        byte[] to = InetAddress.getAllByName(destination)[0].getAddress();
        ByteBuffer packet = ByteBuffer.allocate(100);
        if (from.length == 4) {
            packet.putShort((short) 0x800).putShort((short) 0).put((byte) 0x45);
            packet.position(4 + 9).put((byte) protocol);
            packet.position(4 + 12);
        } else {
            packet.putShort((short) 0x86dd).putShort((short) 0).put((byte) 0x60);
            packet.position(4 + 6).put((byte) protocol);
            packet.position(4 + 8);
        }
        packet.put(from).put(to).putShort((short) sourcePort).putShort((short) port);
        return packet.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "66.9.149.187, 2794, 161.142.100.80, 1766, 323e8fc2, 51ccc178",
        "199.92.111.2, 14230, 65.69.140.83, 4739, d718262a, c626b0ea",
        "24.19.198.95, 12898, 12.22.207.184, 38024, d2d0a5de, 5c2b394a",
        "38.27.205.30, 48228, 209.142.163.6, 2217, 82989176, afc7327f",
        "153.39.163.191, 44251, 202.188.127.2, 1303, 5d1809c5, 10e828a2",
        "3ffe:2501:200:1fff::7, 2794, 3ffe:2501:200:3::1, 1766, 2cc18cd5, 40207d3d",
    })
    void aDatagramGoesToTheQueueOfItsHash(
            String source, int sourcePort, String destination, int port, String ofAddresses, String ofPorts)
            throws UnknownHostException {
        List<WorkQueue> queues = queues(128);
        QueuePair byAddress = spread(queues, ADDRESSES);
        QueuePair byPort = spread(queues, WITH_PORTS);

        send(byAddress, packet(6, source, sourcePort, destination, port));
        WorkCompletion first = server.next().check();
        send(byPort, packet(17, source, sourcePort, destination, port));
        WorkCompletion second = server.next().check();

        assertThat(first.id()).isEqualTo(Long.parseLong(ofAddresses, 16) & 127);
        assertThat(first.queuePair()).isEqualTo(byAddress.number());
        assertThat(first.byteLength()).isEqualTo(HEADER + 100);
        assertThat(second.id()).isEqualTo(Long.parseLong(ofPorts, 16) & 127);
        assertThat(server.buffer.slice((int) second.id() * SLOT + HEADER, 100)).isEqualTo(client.buffer.slice(0, 100));
    }

    @Test
    void whatIsNoIpPacketGoesToTheFirstQueue() {
        QueuePair pair = spread(queues(4), WITH_PORTS);

        send(pair, ByteBuffer.allocate(3));

        assertThat(server.next().check().id()).isZero();
    }

    @Test
    void aQueueThatIsNotReadyDropsDatagrams() throws UnknownHostException {
        List<WorkQueue> queues = queues(2);
        QueuePair pair = spread(queues, ADDRESSES);
        ByteBuffer even = packet(17, "66.9.149.187", 1, "161.142.100.80", 2);

        queues.get(0).modify(WorkQueueState.READY, WorkQueueState.ERROR);
        WorkCompletion flushed = server.next();
        send(pair, even);

        assertThat(flushed.status()).isEqualTo(WorkCompletionStatus.FLUSHED);
        assertThat(flushed.id()).isZero();
        assertThat(server.isQuiet()).isTrue();
        queues.get(0).modify(WorkQueueState.ERROR, WorkQueueState.RESET);
        queues.get(0).modify(WorkQueueState.RESET, WorkQueueState.READY);
        queues.get(0).post(queues.get(0).receiveRequests(1).receive(9).segment(server.region, 0, SLOT));
        send(pair, even);
        assertThat(server.next().check().id()).isEqualTo(9);
    }

    @Test
    void aQueueInStateResetTakesNoRequests() {
        WorkQueue queue = server.domain.workQueue(WorkQueueAttributes.of(2, 1), server.queue);

        refused(() -> queue.post(queue.receiveRequests(1).receive(1).segment(server.region, 0, SLOT)));
        refused(() -> queue.modify(WorkQueueState.READY, WorkQueueState.ERROR));
    }

    @Test
    void aQueuePairThatSpreadsNeitherSendsNorReceivesItself() {
        QueuePair pair = spread(queues(1), ADDRESSES);

        AddressHandle client = server.domain.addressHandle(server.way(this.client));
        refused(() -> pair.post(pair.sendRequests(1).send(1).to(client, this.client.pair.number(), QKEY)));
        refused(() -> pair.post(pair.receiveRequests(1).receive(1)));
        refused(() -> server.domain
                .queuePair(QueuePairType.UD)
                .spreadsOver(
                        server.context.indirectionTable(queues(1)),
                        ReceiveHash.of(HashFunction.TOEPLITZ, Arrays.copyOf(KEY, 16), ADDRESSES))
                .create());
    }

    @Test
    void theDeviceReportsWhatItSupports() {
        ReceiveScaling scaling = server.context.extensions().receiveScaling();

        assertThat(scaling.types()).containsExactly(QueuePairType.UD, QueuePairType.RAW_PACKET);
        assertThat(scaling.maxTableSize()).isEqualTo(512);
        assertThat(server.context.extensions().maxReceiveWorkQueues()).isEqualTo(65536);
    }

    private static void refused(Runnable call) {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }
}
