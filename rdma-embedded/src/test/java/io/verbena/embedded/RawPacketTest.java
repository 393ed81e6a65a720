package io.verbena.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.HashField;
import io.verbena.hca.HashFunction;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.RawPacketCapability;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueState;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkQueue;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.FlowType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole Ethernet frames between three hosts, and what the adapter does for TCP. */
@Timeout(60)
class RawPacketTest {
    private EmbeddedFabric fabric;
    private FrameStation client;
    private FrameStation server;
    private FrameStation other;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,2");
        client = new FrameStation(fabric, "host0");
        server = new FrameStation(fabric, "host1");
        other = new FrameStation(fabric, "host2");
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        other.close();
        fabric.close();
    }

    private ByteBuffer udp(long destination, int data) {
        ByteBuffer frame = FrameStation.frame(destination, client.mac, FrameStation.IPV4);
        FrameStation.ipv4(frame, FrameStation.UDP, "10.0.0.1", "10.0.0.2", 8 + data);
        return FrameStation.udp(frame, 1000, 2000, data).flip();
    }

    @Test
    void aFrameGoesToThePortWithItsAddressAndABroadcastToAllOthers() {
        client.receiveAll(client.pair, 0, 2);
        server.receiveAll(server.pair, 0, 2);
        other.receiveAll(other.pair, 0, 2);

        client.send(udp(server.mac, 50));
        WorkCompletion first = server.next().check();
        client.send(udp(FrameStation.BROADCAST, 60));

        assertThat(first.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE);
        assertThat(first.queuePair()).isEqualTo(server.pair.number());
        assertThat(server.received(first)).isEqualTo(udp(server.mac, 50));
        assertThat(server.next().check().byteLength()).isEqualTo(102);
        assertThat(other.next().check().byteLength()).isEqualTo(102);
        assertThat(client.isQuiet()).as("the sender of a broadcast").isTrue();
        assertThat(other.isQuiet()).as("frames to another port").isTrue();
    }

    @Test
    void aFrameToAnUnknownAddressGoesToAllOtherPortsAndOneToItsOwnAddressComesBack() {
        client.receiveAll(client.pair, 0, 2);
        server.receiveAll(server.pair, 0, 2);

        client.send(udp(0x02_0000_0000_01L, 50));
        server.next().check();
        assertThat(client.isQuiet()).isTrue();
        client.pair.post(
                client.pair.sendRequests(1).send(77).inline(udp(client.mac, 50)).unsignaled());

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE);
        assertThat(server.isQuiet()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 4096 + 18 + 1})
    void aFrameThatIsTooShortOrTooLongFails(int length) {
        int first = Math.min(length, FrameStation.SLOT);
        client.pair.post(client.pair
                .sendRequests(1)
                .send(1)
                .segment(client.region, 0, first)
                .segment(client.region, FrameStation.SLOT, length - first));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.LOCAL_LENGTH_ERROR);
        assertThat(client.pair.state()).isEqualTo(QueuePairState.SEND_QUEUE_ERROR);
    }

    @Test
    void theLongestFrameArrives() {
        int length = 4096 + 18;
        server.pair.steer(FlowRule.ofType(FlowType.ALL_DEFAULT, 1));
        server.pair.post(server.pair.receiveRequests(1).receive(0).segment(server.region, 0, length));
        client.buffer.put(0, udp(server.mac, 0), 0, 14);

        client.pair.post(client.pair.sendRequests(1).send(1).segment(client.region, 0, length));

        client.next().check();
        assertThat(server.next().check().byteLength()).isEqualTo(length);
    }

    @Test
    void aQueuePairThatStripsVlansReportsTheTag() {
        QueuePair strips = server.pair(QueuePairFlag.VLAN_STRIPPING);
        strips.steer(FlowRule.ofType(FlowType.SNIFFER, 1));
        server.receiveAll(server.pair, 0, 1);
        server.receive(strips, 4, 1);
        ByteBuffer frame = FrameStation.frame(server.mac, client.mac, 0x8100, 0x6007, 0x88b5);

        client.send(frame.put("whole".getBytes(US_ASCII)).flip());

        WorkCompletion stripped = server.next().check();
        WorkCompletion whole = server.next().check();
        assertThat(stripped.id()).isEqualTo(4);
        assertThat(stripped.vlan()).isEqualTo(0x6007);
        assertThat(server.received(stripped))
                .isEqualTo(FrameStation.frame(server.mac, client.mac, 0x88b5)
                        .put("whole".getBytes(US_ASCII))
                        .flip());
        assertThat(whole.vlan()).isZero();
        assertThat(server.received(whole)).isEqualTo(frame);
    }

    @Test
    void theAdapterFillsInChecksumsAndVerifiesThem() {
        server.receiveAll(server.pair, 0, 2);
        client.send(udp(server.mac, 5));
        client.pair.post(
                client.pair.sendRequests(1).send(1).inline(udp(server.mac, 5)).ipChecksum());

        assertThat(server.next().check().isChecksumValid()).isFalse();
        WorkCompletion checked = server.next().check();
        assertThat(checked.isChecksumValid()).isTrue();
        ByteBuffer frame = server.received(checked);
        assertThat(onesComplement(frame, 14, 34, 0)).as("IPv4").isEqualTo(0xffff);
        assertThat(onesComplement(frame, 34, 47, onesComplement(frame, 26, 34, 17 + 13)))
                .as("UDP with its pseudo-header")
                .isEqualTo(0xffff);
    }

    private static int onesComplement(ByteBuffer bytes, int from, int to, int start) {
        int sum = start;
        for (int at = from; at < to; at++) {
            sum += (bytes.get(at) & 0xff) << ((at - from) % 2 == 0 ? 8 : 0);
        }
        return (sum & 0xffff) + (sum >>> 16);
    }

    private ByteBuffer tcpHeaders(boolean ipv6) {
        ByteBuffer frame = FrameStation.frame(server.mac, client.mac, ipv6 ? FrameStation.IPV6 : FrameStation.IPV4);
        if (ipv6) {
            FrameStation.ipv6(frame, FrameStation.TCP, "fd00::1", "fd00::2", 20);
        } else {
            FrameStation.ipv4(frame, FrameStation.TCP, "10.0.0.1", "10.0.0.2", 20);
        }
        // Sequence number 1000, data offset 5, flags CWR, ACK, PSH and FIN.
        return frame.putShort((short) 3000)
                .putShort((short) 80)
                .putInt(1000)
                .putInt(5)
                .putShort((short) 0x5099)
                .putShort((short) 512)
                .putInt(0)
                .flip();
    }

    private List<ByteBuffer> segments(boolean ipv6, QueuePair by, int data, int segmentSize) {
        server.receiveAll(server.pair, 0, 8);
        IntStream.range(0, data).forEach(i -> client.buffer.put(i, (byte) i));
        by.post(by.sendRequests(1)
                .sendSegmented(7, tcpHeaders(ipv6), segmentSize)
                .segment(client.region, 0, data));
        WorkCompletion sent = client.next().check();
        assertThat(sent.opcode()).isEqualTo(WorkCompletionOpcode.TSO);
        return IntStream.range(0, (data + segmentSize - 1) / segmentSize)
                .mapToObj(i -> {
                    WorkCompletion completion = server.next().check();
                    assertThat(completion.isChecksumValid()).isTrue();
                    return server.received(completion);
                })
                .toList();
    }

    @Test
    void dataAreDividedIntoSegmentsOfTcp() {
        QueuePair pair = client.domain
                .queuePair(QueuePairType.RAW_PACKET)
                .completions(client.queue)
                .segmentation(FrameStation.HEADERS)
                .extended(EnumSet.of(SendOperation.SEND, SendOperation.TSO))
                .create();
        pair.establish(QueuePairSetup.port(1));

        List<ByteBuffer> frames = segments(false, pair, 250, 100);

        for (int i = 0; i < 3; i++) {
            ByteBuffer frame = frames.get(i);
            int data = i < 2 ? 100 : 50;
            assertThat(frame.remaining()).isEqualTo(FrameStation.HEADERS + data);
            assertThat(frame.getShort(16)).as("length of the packet").isEqualTo((short) (40 + data));
            assertThat(frame.getShort(18)).as("identification").isEqualTo((short) (0x1234 + i));
            assertThat(frame.getInt(38)).as("sequence number").isEqualTo(1000 + 100 * i);
            assertThat(frame.get(47) & 0xff).as("flags").isEqualTo(i == 0 ? 0x90 : i == 1 ? 0x10 : 0x19);
            assertThat(frame.get(FrameStation.HEADERS)).isEqualTo((byte) (100 * i));
        }
    }

    @Test
    void segmentsOfIpv6HaveTheirOwnLengths() {
        List<ByteBuffer> frames = segments(true, client.pair, 30, 20);

        assertThat(frames).extracting(ByteBuffer::remaining).containsExactly(94, 84);
        assertThat(frames).extracting(frame -> frame.getShort(18)).containsExactly((short) 40, (short) 30);
    }

    @Test
    void dataWithoutHeadersOfTcpAreNotDivided() {
        ByteBuffer headers = FrameStation.frame(server.mac, client.mac, 0x88b5).flip();

        client.pair.post(
                client.pair.sendRequests(1).sendSegmented(7, headers, 100).segment(client.region, 0, 250));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.LOCAL_QUEUE_PAIR_OPERATION_ERROR);
    }

    @Test
    void framesAreSpreadOverWorkQueues() {
        byte[] key = HexFormat.of()
                .parseHex("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa");
        List<WorkQueue> queues = IntStream.range(0, 8)
                .mapToObj(i -> {
                    WorkQueue queue = server.domain.workQueue(WorkQueueAttributes.of(2, 1), server.queue);
                    queue.modify(WorkQueueState.RESET, WorkQueueState.READY);
                    queue.post(queue.receiveRequests(1)
                            .receive(i)
                            .segment(server.region, (long) i * FrameStation.SLOT, FrameStation.SLOT));
                    return queue;
                })
                .toList();
        QueuePair pair = server.domain
                .queuePair(QueuePairType.RAW_PACKET)
                .spreadsOver(
                        server.context.indirectionTable(queues),
                        ReceiveHash.of(HashFunction.TOEPLITZ, key, HashField.SOURCE_IPV4, HashField.DESTINATION_IPV4))
                .create();
        pair.establish(QueuePairSetup.port(1));
        pair.steer(FlowRule.ofType(FlowType.ALL_DEFAULT, 1));
        ByteBuffer frame = FrameStation.frame(server.mac, client.mac, 0x8100, 5, FrameStation.IPV4);
        FrameStation.ipv4(frame, FrameStation.UDP, "66.9.149.187", "161.142.100.80", 20);

        client.send(FrameStation.udp(frame, 1, 2, 12).flip());

        // Microsoft's "Verifying the RSS Hash Calculation" has 323e8fc2 for these addresses.
        assertThat(server.next().check().id()).isEqualTo(0x323e8fc2 & 7);
    }

    @Test
    void aQueuePairSendsFramesNoFasterThanItsLimit() {
        client.pair.limitRate(RateLimit.of(80_000));
        assertThat(client.context.extensions().rateLimits().types()).contains(QueuePairType.RAW_PACKET);
        long begin = System.nanoTime();

        for (int i = 0; i < 25; i++) {
            client.pair.post(client.pair.sendRequests(1).send(i).segment(client.region, 0, 1250));
        }
        for (int i = 0; i < 25; i++) {
            client.next().check();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("250,000 bits at 80,000 kb/s")
                .isGreaterThanOrEqualTo(Duration.ofNanos(3_125_000));
        client.pair.modify(
                new QueuePairAttributes().state(QueuePairState.READY_TO_SEND).rateLimit(40_000));
        assertThat(client.pair.query(QueuePairAttribute.RATE_LIMIT).number(QueuePairAttribute.RATE_LIMIT))
                .isEqualTo(40_000);
    }

    @Test
    void framesAreLostWithTheFaultsOfTheFabric() {
        server.receiveAll(server.pair, 0, 4);
        fabric.loss(1, 7);
        client.send(udp(server.mac, 50));
        fabric.loss(0, 7);
        client.send(udp(server.mac, 60));

        assertThat(server.next().check().byteLength()).isEqualTo(102);
        assertThat(server.isQuiet()).isTrue();
    }

    @Test
    void theDeviceReportsWhatItSupports() {
        assertThat(client.context.properties().capabilities().contains(DeviceCapability.MANAGED_FLOW_STEERING))
                .isTrue();
        assertThat(client.context.extensions().rawPackets().contains(RawPacketCapability.VLAN_STRIPPING))
                .isTrue();
        assertThat(client.context.extensions().segmentation().types()).containsExactly(QueuePairType.RAW_PACKET);
        assertThat(client.context.extensions().receiveScaling().types()).contains(QueuePairType.RAW_PACKET);
    }

    @Test
    void whatIsNotForFramesIsRefused() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> client.domain
                        .queuePair(QueuePairType.UD)
                        .completions(client.queue)
                        .segmentation(54)
                        .create());
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> client.domain
                        .queuePair(QueuePairType.RAW_PACKET)
                        .completions(client.queue)
                        .flags(QueuePairFlag.SCATTER_FRAME_CHECK)
                        .create());
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.domain
                        .queuePair(QueuePairType.RAW_PACKET)
                        .completions(client.queue)
                        .segmentation(1000)
                        .create())
                .withMessageContaining("at most 256");
    }
}
