package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.Lid;
import io.verbena.verbs.AsyncEvent;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.QueuePairSetup;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The effects of fabric faults and of program errors on data transfer between two hosts. */
@Timeout(60)
class ChannelAdapterTest {
    private static final int QKEY = 0x1234;
    private static final int LONG_ENOUGH = 18;
    private static final Duration SOON = Duration.ofSeconds(10);

    private EmbeddedFabric fabric;
    private Station client;
    private Station server;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        stations(QueuePairType.RC);
    }

    private void stations(QueuePairType type) {
        client = new Station(fabric, "host0", type);
        server = new Station(fabric, "host1", type);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    private void connect(UnaryOperator<QueuePairSetup> how) {
        Station.connect(client, server, how);
    }

    private void establishDatagrams() {
        client.close();
        server.close();
        stations(QueuePairType.UD);
        client.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
        server.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
    }

    private void datagram(int length, int queueKey) {
        client.pair.post(client.pair
                .sendRequests(1)
                .send(1)
                .segment(client.region, 0, length)
                .to(client.domain.addressHandle(client.way(server)), server.pair.number(), queueKey));
    }

    @Test
    void aRequestOutlivesALinkThatComesBackInTime() {
        connect(setup -> setup.timeout(14, 7));
        fabric.node("host1").port(1).flap(Duration.ofMillis(150));

        client.write(1, server);

        assertThat(client.next().check().id()).isEqualTo(1);
        assertThat(fabric.node("host0").retries()).isPositive();
    }

    @Test
    void aSilentHostIsGivenUp() {
        connect(setup -> setup.timeout(8, 1));
        fabric.node("host1").silence();

        client.write(1, server);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
    }

    @Test
    void aPartitionThatIsTakenAwayEndsAConnection() {
        connect(setup -> setup.timeout(8, 1));
        client.write(1, server);
        client.next().check();

        fabric.node("host1").port(1).removePartition(0xffff);
        client.write(2, server);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
    }

    @Test
    void aReceiveThatComesLateIsWaitedFor() throws InterruptedException {
        connect(setup -> setup.receiverNotReady(7, 16));
        client.send(1, 0, 64);
        Thread.sleep(20);
        assertThat(client.isQuiet()).isTrue();

        server.receive(2, 0, 64);

        assertThat(client.next().check().id()).isEqualTo(1);
        assertThat(server.next().check().id()).isEqualTo(2);
    }

    @Test
    void whatIsDelayedComesLaterAndInOrder() {
        connect(setup -> setup.timeout(LONG_ENOUGH, 1));
        fabric.delay(Duration.ofMillis(20));
        long begin = System.nanoTime();

        for (int i = 0; i < 10; i++) {
            client.write(i, server);
        }

        for (int i = 0; i < 10; i++) {
            assertThat(client.next().check().id()).isEqualTo(i);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(40), Duration.ofSeconds(5));
    }

    @Test
    void noMoreReadsAreUnderWayThanItWasConnectedFor() {
        connect(setup -> setup.timeout(LONG_ENOUGH, 1).reads(2));
        fabric.delay(Duration.ofMillis(20));
        long begin = System.nanoTime();

        for (int i = 0; i < 6; i++) {
            client.pair.post(client.pair
                    .sendRequests(1)
                    .read(i, server.region.address(), server.region.remoteKey())
                    .segment(client.region, 0, 64));
        }

        for (int i = 0; i < 6; i++) {
            assertThat(client.next().check().id()).isEqualTo(i);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(80), Duration.ofSeconds(5));
    }

    @Test
    void dataAreCountedAtEachPortOfTheirWay() {
        connect(setup -> setup);

        client.pair.post(client.pair
                .sendRequests(1)
                .write(1, server.region.address(), server.region.remoteKey())
                .segment(client.region));
        client.next().check();

        EmbeddedPort out = fabric.node("host0").port(1);
        EmbeddedPort in = fabric.node("host1").port(1);
        assertThat(out.counter("portXmitPkts")).isEqualTo(Station.BYTES / 1024);
        assertThat(out.counter("portXmitData")).isGreaterThan(Station.BYTES / 4);
        assertThat(out.counter("portRcvPkts")).as("the acknowledgement").isEqualTo(1);
        assertThat(out.peer().orElseThrow().counter("portRcvData")).isEqualTo(out.counter("portXmitData"));
        assertThat(in.counter("portRcvData")).isEqualTo(out.counter("portXmitData"));
        assertThat(in.counter("portXmitPkts")).isEqualTo(1);
    }

    @Test
    void aConnectionWithAnotherFirstPacketHearsNothing() {
        UnaryOperator<QueuePairSetup> hasty = setup -> setup.timeout(8, 1);
        client.pair.establish(hasty.apply(QueuePairSetup.port(1).access(Station.ALL))
                .sequenceNumbers(5, 0)
                .to(client.way(server), server.pair.number()));
        server.pair.establish(
                hasty.apply(QueuePairSetup.port(1).access(Station.ALL)).to(server.way(client), client.pair.number()));

        client.write(1, server);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
    }

    @Test
    void aDatagramThatIsLostIsMissedByNobody() {
        establishDatagrams();
        fabric.loss(1, 1);
        server.receive(1, 0, 256);

        datagram(64, QKEY);

        client.next().check();
        assertThat(server.isQuiet()).isTrue();
    }

    @Test
    void aDatagramWithAnotherQueueKeyIsDropped() {
        establishDatagrams();
        server.receive(1, 0, 256);

        datagram(64, QKEY + 1);
        client.next().check();
        assertThat(server.isQuiet()).isTrue();

        datagram(64, QKEY);
        assertThat(server.next().check().byteLength()).isEqualTo(40 + 64);
    }

    @Test
    void aDatagramIsNoLongerThanAPacketAndItsQueueGoesOnAfterThat() {
        establishDatagrams();

        datagram(4097, QKEY);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.LOCAL_LENGTH_ERROR);
        assertThat(client.pair.state()).isEqualTo(QueuePairState.SEND_QUEUE_ERROR);
        client.pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_SEND));
        server.receive(1, 0, 8192);
        datagram(4096, QKEY);
        assertThat(server.next().check().byteLength()).isEqualTo(40 + 4096);
    }

    @Test
    void whatIsDrainedBeginsNothingUntilItIsStartedAgain() {
        connect(setup -> setup);
        client.pair.modify(new QueuePairAttributes()
                .state(QueuePairState.SEND_QUEUE_DRAINED)
                .drainNotification(true));
        assertThat(event(client)).isEqualTo(AsyncEventType.SEND_QUEUE_DRAINED);

        client.write(1, server);
        assertThat(client.isQuiet()).isTrue();

        client.pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_SEND));
        assertThat(client.next().check().id()).isEqualTo(1);
    }

    @Test
    void itIsDrainingAsLongAsWhatWasBegunHasNotEnded() {
        connect(setup -> setup.timeout(14, 7));
        server.receive(2, 0, 8);
        fabric.delay(Duration.ofMillis(500));
        client.send(1, 0, 8);
        server.next().check();

        client.pair.modify(new QueuePairAttributes()
                .state(QueuePairState.SEND_QUEUE_DRAINED)
                .drainNotification(true));

        QueuePairAttributes before = client.pair.query(QueuePairAttribute.STATE);
        assertThat(before.state()).isEqualTo(QueuePairState.SEND_QUEUE_DRAINED);
        assertThat(before.isDraining()).isTrue();
        assertThat(before).asString().containsPattern("draining: +true");
        assertThat(event(client)).isEqualTo(AsyncEventType.SEND_QUEUE_DRAINED);
        assertThat(client.pair.query(QueuePairAttribute.STATE).isDraining()).isFalse();
    }

    private static AsyncEventType event(Station station) {
        Optional<AsyncEvent> told = station.context.awaitEvent(SOON);
        return told.orElseThrow().type();
    }

    @Test
    void aPortTellsThatItsLinkIsDownAndUpAgain() {
        EmbeddedPort port = fabric.node("host0").port(1);

        port.down();
        assertThat(event(client)).isEqualTo(AsyncEventType.PORT_ERROR);

        port.up();
        assertThat(event(client)).isEqualTo(AsyncEventType.PORT_ACTIVE);
    }

    @Test
    void aPortTellsThatItsPartitionKeysAreOthers() {
        fabric.node("host0").port(1).removePartition(0xffff);

        assertThat(event(client)).isEqualTo(AsyncEventType.PARTITION_KEY_CHANGED);
    }

    @Test
    void aCompletionQueueThatOverflowsIsLostWithItsQueuePair() {
        client.close();
        client = new Station(fabric, "host0", QueuePairType.RC, 2);
        connect(setup -> setup);

        for (int i = 0; i < 3; i++) {
            client.write(i, server);
        }

        assertThat(event(client)).isEqualTo(AsyncEventType.COMPLETION_QUEUE_ERROR);
        assertThat(event(client)).isEqualTo(AsyncEventType.QUEUE_PAIR_FATAL);
    }

    @Test
    void theOtherSideOfAnAccessErrorIsToldAndEnds() {
        connect(setup -> setup);
        client.pair.post(client.pair.sendRequests(1).write(1, 4711, 42).segment(client.region, 0, 8));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        assertThat(event(server)).isEqualTo(AsyncEventType.QUEUE_PAIR_ACCESS_ERROR);
        assertThat(server.pair.query(QueuePairAttribute.STATE).state()).isEqualTo(QueuePairState.ERROR);
    }

    @Test
    void aStepThatTheStateDoesNotAllowIsRefusedInWords() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_SEND)))
                .withMessageContaining("there is no transition from RESET to RTS");
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.pair.modify(
                        new QueuePairAttributes().state(QueuePairState.INIT).port(1)))
                .withMessageContainingAll("the transition from RESET to INIT requires", "ACCESS");
    }

    @Test
    void whatOnlyFramesHaveIsRefused() {
        QueuePairBuilder datagrams = client.domain.queuePair(QueuePairType.UD).completions(client.queue);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.context.ethernetAddress(AddressVector.to(1, Lid.of(1))))
                .withMessageContaining("the address has no GID");
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> datagrams.segmentation(54).create())
                .withMessageContaining("ibv_create_qp");
        assertThat(client.context.index()).isEmpty();
    }

    @Test
    void memoryThatIsNoBufferIsRefused() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> client.domain.register(4096, 4096))
                .withMessageContaining("register a ByteBuffer");
    }
}
