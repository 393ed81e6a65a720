package io.verbena.contract.verbs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.exchange.ExchangeTimeoutException;
import io.verbena.exchange.PeerClosedException;
import io.verbena.exchange.PeerRefusedException;
import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.QueuePairExchange;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.Mtu;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests queue pairs whose two sides exchange their addresses over a socket. */
@Timeout(120)
public abstract class ExchangeContract {
    private static final Duration SHORT = Duration.ofMillis(300);

    private VerbsBed bed;
    private SocketListener listener;
    private SideChannel near;
    private SideChannel far;

    /** Two devices for the next test, whose GID at index 1 reaches the other on Ethernet. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        listener = SocketListener.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        near = SocketSideChannel.connect(listener.address(), Peer.LONG);
        far = listener.accept(Peer.LONG).orElseThrow();
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
        listener.close();
        bed.close();
    }

    private QueuePairExchange exchange(Peer peer) {
        QueuePairExchange exchange = new QueuePairExchange(peer.pair);
        return bed.linkLayer() == LinkLayer.ETHERNET ? exchange.gidIndex(1) : exchange;
    }

    private CompletableFuture<QueuePairAddress> connectFar(QueuePairExchange exchange) {
        return CompletableFuture.supplyAsync(() -> exchange.connect(far, Peer.LONG));
    }

    private void says(String hex) {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
        SideChannels.writeFully(far, bytes, Peer.LONG);
    }

    @ParameterizedTest
    @EnumSource(
            value = QueuePairType.class,
            names = {"RC", "UC"})
    void bothSidesSendWhenTheyHaveToldEachOther(QueuePairType type) {
        Peer[] peers = Peer.unconnected(bed, type);
        QueuePairExchange answering = exchange(peers[1]);
        answering.initialise();
        peers[1].receive(7, 0, 64);
        CompletableFuture<QueuePairAddress> other = connectFar(answering.mtu(Mtu.MTU_512));

        QueuePairAddress remote = exchange(peers[0]).connect(near, Peer.LONG);

        assertThat(remote.number()).isEqualTo(peers[1].pair.number());
        assertThat(remote.mtu()).isEqualTo(Mtu.MTU_512);
        assertThat(other.join().number()).isEqualTo(peers[0].pair.number());
        peers[0].fill(42);
        peers[0].pair.post(peers[0].pair.sendRequests(1).send(1).segment(peers[0].region, 0, 64));
        assertThat(peers[0].next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(peers[1].next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(peers[1].bytes(0, 64)).containsOnly(42);
    }

    @Test
    void datagramsGoToWhatTheOtherSideTold() {
        Peer[] peers = Peer.unconnected(bed, QueuePairType.UD);
        QueuePairExchange answering = exchange(peers[1]).queueKey(0x1234);
        answering.initialise();
        peers[1].receive(7, 0, 40 + 64);
        CompletableFuture<QueuePairAddress> other = connectFar(answering);

        QueuePairAddress remote = exchange(peers[0]).connect(near, Peer.LONG);

        assertThat(other.join().type()).isEqualTo(QueuePairType.UD);
        peers[0].fill(42);
        peers[0].pair.post(peers[0].pair
                .sendRequests(1)
                .send(1)
                .segment(peers[0].region, 0, 64)
                .to(peers[0].domain.addressHandle(remote.way(1, 1)), remote.number(), remote.queueKey()));
        assertThat(peers[1].next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(peers[1].bytes(40, 64)).containsOnly(42);
    }

    @Test
    void silenceEndsInTime() {
        Peer peer = new Peer(bed.open(0), QueuePairType.RC);

        assertThatExceptionOfType(ExchangeTimeoutException.class)
                .isThrownBy(() -> exchange(peer).connect(near, SHORT))
                .withMessageContainingAll("cannot connect " + peer.pair, "said 0 of 8 bytes");
    }

    @Test
    void halfAMessageIsNone() {
        Peer peer = new Peer(bed.open(0), QueuePairType.RC);
        says("56515058 01 01 0024 02 03");

        assertThatExceptionOfType(ExchangeTimeoutException.class)
                .isThrownBy(() -> exchange(peer).connect(near, SHORT))
                .withMessageContaining("said 2 of 36 bytes");
    }

    @Test
    void whoEndsInTheMiddleIsSaid() {
        Peer peer = new Peer(bed.open(0), QueuePairType.RC);
        says("56515058 01");
        far.close();

        assertThatExceptionOfType(PeerClosedException.class)
                .isThrownBy(() -> exchange(peer).connect(near, Peer.LONG))
                .withMessageContaining("ended after 5 of 8 bytes");
    }

    @Test
    void anotherProgramIsNotUnderstood() {
        Peer peer = new Peer(bed.open(0), QueuePairType.RC);
        says(HexFormat.of().formatHex("GET / HTTP/1.1".getBytes(US_ASCII)));

        assertThatExceptionOfType(UnknownPeerException.class)
                .isThrownBy(() -> exchange(peer).connect(near, Peer.LONG))
                .withMessageContaining("is it another program?");
        assertThat(peer.pair.state()).isEqualTo(QueuePairState.RESET);
    }

    @Test
    void anotherVersionIsRefusedAndToldSo() {
        Peer peer = new Peer(bed.open(0), QueuePairType.RC);
        says("56515058 02 01 0024");

        assertThatExceptionOfType(UnknownPeerException.class)
                .isThrownBy(() -> exchange(peer).connect(near, Peer.LONG))
                .withMessageContaining("speaks version 2");
        ByteBuffer offerAndRefusal = ByteBuffer.allocate(44 + 8);
        SideChannels.readFully(far, offerAndRefusal, Peer.LONG);
        assertThat(offerAndRefusal.get(44 + 5)).as("the kind of a refusal").isEqualTo((byte) 3);
    }

    @Test
    void twoServicesDoNotMeet() {
        Peer reliable = new Peer(bed.open(0), QueuePairType.RC);
        Peer unreliable = new Peer(bed.open(1), QueuePairType.UC);
        CompletableFuture<QueuePairAddress> other = connectFar(exchange(unreliable));

        assertThatExceptionOfType(UnknownPeerException.class)
                .isThrownBy(() -> exchange(reliable).connect(near, Peer.LONG))
                .withMessageContaining("has a queue pair of service UC, and this side one of RC");
        assertThat(other).failsWithin(Peer.LONG);
    }

    @Test
    void whoCannotConnectTellsWhy() {
        Peer[] peers = Peer.unconnected(bed, QueuePairType.RC);
        QueuePairExchange failing = exchange(peers[1]);
        failing.initialise();
        peers[1].pair.flush();
        CompletableFuture<QueuePairAddress> other = connectFar(failing);

        assertThatExceptionOfType(PeerRefusedException.class)
                .isThrownBy(() -> exchange(peers[0]).connect(near, Peer.LONG))
                .withMessageContainingAll("could not connect: ", "ibv_modify_qp");
        assertThat(other).failsWithin(Peer.LONG);
    }
}
