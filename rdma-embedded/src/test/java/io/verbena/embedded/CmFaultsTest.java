package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.PortSpace;
import io.verbena.hca.RejectReason;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effects of fabric faults on connections, in simulated time, which only the channel being read advances. */
@Timeout(60)
@WithFabric(value = "fat-tree:2,2,2", virtualTime = true)
class CmFaultsTest {
    private static final int PORT = 7471;

    private EmbeddedFabric fabric;
    private CmSide client;
    private CmSide server;
    private InetSocketAddress there;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
        client = new CmSide(opened, "host0");
        server = new CmSide(opened, "host3");
        there = new InetSocketAddress(server.address, PORT);
        long listening = server.id(PortSpace.TCP);
        server.cm.bind(listening, there);
        server.cm.listen(listening, 4);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Duration since(long start) {
        return Duration.ofNanos(fabric.nanoTime() - start);
    }

    @Test
    void theAddressOfASilentHostIsNotResolved() {
        fabric.node("host3").silence();
        long start = fabric.nanoTime();

        client.cm.resolveAddress(client.id(PortSpace.TCP), null, there, CmSide.TIMEOUT);

        assertThat(client.next(CmEventType.ADDRESS_ERROR).status()).isEqualTo(-Errno.ETIMEDOUT);
        assertThat(since(start)).isEqualTo(Duration.ofMillis(CmSide.TIMEOUT));
    }

    @Test
    void anAddressIsResolvedWhenItsHostComesBackInTime() {
        fabric.node("host3").port(1).flap(Duration.ofMillis(1500));

        client.cm.resolveAddress(client.id(PortSpace.TCP), null, there, CmSide.TIMEOUT);

        client.next(CmEventType.ADDRESS_RESOLVED);
    }

    @Test
    void withoutAnActivePortNothingIsReached() {
        fabric.node("host0").port(1).down();

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.cm.resolveAddress(client.id(PortSpace.TCP), null, there, CmSide.TIMEOUT))
                .satisfies(failure -> assertThat(failure.errno()).isEqualTo(Errno.ENODEV));
    }

    private long addressResolved() {
        long id = client.id(PortSpace.TCP);
        client.cm.resolveAddress(id, null, there, CmSide.TIMEOUT);
        client.next(CmEventType.ADDRESS_RESOLVED);
        return id;
    }

    @Test
    void withoutSubnetAdministrationThereIsNoRoute() {
        fabric.subnetAdministration().silence();
        long id = addressResolved();
        long start = fabric.nanoTime();

        client.cm.resolveRoute(id, CmSide.TIMEOUT);

        assertThat(client.next(CmEventType.ROUTE_ERROR).status()).isEqualTo(-Errno.ETIMEDOUT);
        assertThat(since(start)).isEqualTo(Duration.ofMillis(CmSide.TIMEOUT));
        fabric.subnetAdministration().restore();
        client.cm.resolveRoute(id, CmSide.TIMEOUT);
        client.next(CmEventType.ROUTE_RESOLVED);
    }

    @Test
    void aBusySubnetAdministrationIsAskedAgain() {
        fabric.subnetAdministration().busy(2);
        long id = addressResolved();

        client.cm.resolveRoute(id, CmSide.TIMEOUT);

        client.next(CmEventType.ROUTE_RESOLVED);
    }

    @Test
    void thereIsNoRouteWhereTheLinkIsDown() {
        long id = addressResolved();
        fabric.node("host3").port(1).down();

        client.cm.resolveRoute(id, CmSide.TIMEOUT);

        assertThat(client.next(CmEventType.ROUTE_ERROR).status()).isEqualTo(-Errno.EINVAL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHostThatHasGoneIsUnreachableAfterABoundedTime(boolean silent) {
        long id = client.resolved(PortSpace.TCP, there);
        if (silent) {
            fabric.node("host3").silence();
        } else {
            fabric.node("host3").port(1).down();
        }
        long start = fabric.nanoTime();

        client.cm.connect(id, CmSide.parameters(11, ""));

        assertThat(client.next(CmEventType.UNREACHABLE).status()).isEqualTo(-Errno.ETIMEDOUT);
        // Sixteen round trips of 1.1 s each, and the 268 ms of the peer's response time.
        assertThat(since(start)).isBetween(Duration.ofSeconds(38), Duration.ofSeconds(39));
    }

    @Test
    void aProgramThatDoesNotAnswerIsGivenMoreTime() {
        long id = client.resolved(PortSpace.TCP, there);
        long start = fabric.nanoTime();

        client.cm.connect(id, CmSide.parameters(11, ""));

        assertThat(client.next(CmEventType.UNREACHABLE).status()).isEqualTo(-Errno.ETIMEDOUT);
        assertThat(since(start)).isBetween(Duration.ofSeconds(100), Duration.ofSeconds(120));
        server.next(CmEventType.CONNECT_REQUEST);
        assertThat(server.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.TIMEOUT.code());
    }

    /**
     * Connects two identifiers of one host, so that one thread reads the events of both sides and loss affects both.
     */
    private void connectToItself(int queuePair, Runnable faults) {
        long listening = client.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, client.at(listening));
        faults.run();
        client.cm.connect(asking, CmSide.parameters(queuePair, "May I?"));
        long answering = client.next(CmEventType.CONNECT_REQUEST).request();
        client.cm.accept(answering, CmSide.parameters(queuePair + 1, "Please."));
        client.next(CmEventType.CONNECT_RESPONSE);
        client.cm.establish(asking);
        client.next(CmEventType.ESTABLISHED);
        client.cm.disconnect(asking);
        client.next(CmEventType.DISCONNECTED);
        client.cm.disconnect(answering);
        // If the disconnect reply is lost, the peer may complete first.
        List<CmEventType> ends = Stream.generate(() -> client.cm.awaitEvent(client.channel, CmSide.EVENT_TIMEOUT))
                .limit(3)
                .map(Objects::requireNonNull)
                .map(CmEventRecord::type)
                .toList();
        assertThat(ends)
                .containsExactlyInAnyOrder(
                        CmEventType.DISCONNECTED, CmEventType.TIME_WAIT_EXIT, CmEventType.TIME_WAIT_EXIT);
        client.nothingComes();
        fabric.heal();
        client.cm.destroyId(asking);
        client.cm.destroyId(answering);
        client.cm.destroyId(listening);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void connectionsComeAndGoThoughAThirdOfAllDatagramsGetsLost(long seed) {
        for (int queuePair = 1; queuePair < 20; queuePair += 2) {
            long of = seed * 100 + queuePair;
            connectToItself(queuePair, () -> fabric.loss(0.33, of));
        }
    }

    @Test
    void whatArrivesTwiceIsToldOnce() {
        connectToItself(1, () -> fabric.duplicate(1, 1));
    }

    @Test
    void connectionsComeAndGoThoughDatagramsOvertakeEachOther() {
        for (int queuePair = 1; queuePair < 20; queuePair += 2) {
            long seed = queuePair;
            connectToItself(
                    queuePair,
                    () -> fabric.reorder(0.5, Duration.ofMillis(300), seed).duplicate(0.5, seed));
        }
    }

    @Test
    void theEndOfAConnectionIsOneThoughTheOtherSideHasGone() {
        long listening = client.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, client.at(listening));
        client.cm.connect(asking, CmSide.parameters(11, ""));
        long answering = client.next(CmEventType.CONNECT_REQUEST).request();
        client.cm.accept(answering, CmSide.parameters(12, ""));
        client.next(CmEventType.CONNECT_RESPONSE);
        client.cm.establish(asking);
        client.next(CmEventType.ESTABLISHED);
        fabric.loss(1, 1);

        client.cm.disconnect(asking);

        assertThat(client.next(CmEventType.DISCONNECTED).status()).isEqualTo(-Errno.ETIMEDOUT);
        client.next(CmEventType.TIME_WAIT_EXIT);
    }

    @Test
    void datagramsFindNobodyOnAHostThatHasGone() {
        long id = client.resolved(PortSpace.UDP, there);
        fabric.node("host3").silence();

        client.cm.connect(id, CmSide.parameters(11, ""));

        assertThat(client.next(CmEventType.UNREACHABLE).status()).isEqualTo(-Errno.ETIMEDOUT);
    }
}
