package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ForeignPeerException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RejectedConnectionException;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.RequestChannel;
import io.verbena.connection.Signaling;
import io.verbena.connection.TransferException;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.RoguePeer.Accepted;
import io.verbena.contract.connection.RoguePeer.Lane;
import io.verbena.error.RdmaException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.Transport;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a server refuses invalid input of a peer with a message that names the error, and serves all other peers. */
@Timeout(120)
public abstract class BadPeerContract {
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final long TOKEN = 0x1234_5678_9abc_def0L;

    private final BlockingQueue<RdmaException> refusals = new LinkedBlockingQueue<>();
    private CmBed bed;
    private RdmaServer server;
    private RoguePeer rogue;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        server = bed.rdma()
                .listen(
                        new InetSocketAddress(bed.server(), 0),
                        ConnectionOptions.DEFAULTS.timeout(SHORT).backlog(4).advertisements(4));
        server.onRefusal(refusals::add);
        rogue = new RoguePeer(bed.rdma(), server.address());
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private RdmaException refusal() {
        try {
            RdmaException refusal = refusals.poll(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(refusal).as("a refusal").isNotNull();
            return refusal;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void assertThatOthersAreServed() {
        CompletableFuture<RdmaConnection> connecting =
                bed.rdma().connectAsync(server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        try (RdmaConnection accepted = server.accept(LONG);
                RdmaConnection client = joined(connecting)) {
            LocalBuffer buffer = accepted.allocate(8, Access.REMOTE_READ);
            accepted.advertise(buffer);
            RemoteBuffer remote = client.awaitAdvertisement(LONG);
            assertThat(joined(client.readAsync(client.allocate(8), 0, 8, remote, 0)))
                    .isEqualTo(8);
        }
    }

    private static void assertRejected(CompletableFuture<CmEvent> connecting) {
        assertThat(connecting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RejectedException.class);
    }

    private Accepted accepted() {
        return rogue.connect(server, TOKEN);
    }

    @Test
    void aClientOfAnotherProtocolIsRejected() {
        assertRejected(rogue.lane().connect("rping".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));

        assertThat(refusal()).isInstanceOf(ForeignPeerException.class).hasMessageContaining("another program");
        assertThatOthersAreServed();
    }

    @Test
    void aClientOfAnotherVersionIsRejected() {
        assertRejected(rogue.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 2, RoguePeer.CONTROL, TOKEN)));

        assertThat(refusal())
                .isInstanceOf(ForeignPeerException.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("same version of Verbena");
        assertThatOthersAreServed();
    }

    @Test
    void aServerOfAnotherVersionIsNamedToTheClientThatItRejects() {
        CmId listener = bed.rdma().connectionManager().eventChannel().id(PortSpace.TCP);
        listener.bind(new InetSocketAddress(bed.server(), 0));
        listener.listen(2);
        CompletableFuture<RdmaConnection> connecting = bed.rdma()
                .connectAsync(listener.localAddress().orElseThrow(), ConnectionOptions.DEFAULTS.timeout(LONG));

        listener.request(LONG).reject(RoguePeer.hello(RoguePeer.MAGIC, 2, 3, TOKEN));

        assertThat(connecting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(RejectedConnectionException.class)
                .withMessageContaining("the peer uses version 2 of the connection protocol")
                .withMessageContaining("same version of Verbena");
        listener.close();
    }

    @Test
    void aControlMessageOfAnotherVersionEndsTheConnection() {
        Accepted peer = accepted();
        byte[] message = RoguePeer.control(RoguePeer.ADVERTISE, 0, 1, 0, 4096, 1, 4);
        message[4] = 2;

        peer.control().send(message);

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> peer.connection().awaitAdvertisement(LONG))
                .withMessageContaining("version 2 of the control protocol");
    }

    @Test
    void aRequestOfAnotherVersionEndsTheConnection() {
        CompletableFuture<RdmaConnection> connecting =
                bed.rdma().connectAsync(server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        RdmaConnection accepted = server.accept(LONG);
        CompletableFuture<MessageChannel> opening = connecting.thenApplyAsync(MessageChannel::open);
        RequestChannel answering =
                RequestChannel.answering(MessageChannel.open(accepted), request -> request, Runnable::run, LONG);
        MessageChannel channel = joined(opening);

        channel.send(ByteBuffer.allocate(16).putInt(0x56524251).put((byte) 2).rewind());

        joined(connecting).awaitDisconnect(LONG);
        assertThatExceptionOfType(ConnectionEndedException.class)
                .isThrownBy(() -> answering.channel().send(ByteBuffer.allocate(1)))
                .withMessageContaining("version 2 of the request protocol")
                .withCauseInstanceOf(ForeignPeerException.class);
    }

    @Test
    void aClientThatAsksWithWhatIsNoRequestIsRejected() {
        assertRejected(rogue.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, 3, TOKEN)));

        assertThat(refusal()).hasMessageContaining("REFUSAL");
    }

    @Test
    void halfARequestIsGivenUp() {
        CompletableFuture<CmEvent> half =
                rogue.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, TOKEN));

        assertThatOthersAreServed();
        assertRejected(half);
        assertThat(refusal()).hasMessageContaining("the second of the two requests");
    }

    @Test
    void moreHalvesThanAreKeptAreRejectedAtOnce() {
        for (int i = 0; i < 4; i++) {
            CompletableFuture<CmEvent> unused =
                    rogue.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, i));
        }

        assertRejected(rogue.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, 4)));
        for (int i = 0; i < 5; i++) {
            refusal();
        }
        assertThatOthersAreServed();
    }

    @Test
    void aServerOfAnotherProtocolIsNamed() {
        CmId listening = bed.rdma().connectionManager().eventChannel().id(PortSpace.TCP);
        listening.bind(new InetSocketAddress(bed.server(), 0));
        listening.listen(4);
        InetSocketAddress address = listening.localAddress().orElseThrow();
        CompletableFuture<RdmaConnection> connecting =
                bed.rdma().connectAsync(address, ConnectionOptions.DEFAULTS.timeout(LONG));

        ConnectionRequest request = listening.request(LONG);
        rogue.new Lane(request.id());
        CompletableFuture<CmEvent> unused = request.acceptAsync(ConnectionParameters.DEFAULTS);

        assertThat(connecting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ForeignPeerException.class)
                .withMessageContaining(address.toString())
                .withMessageContaining("another program");
    }

    @Test
    void nonsenseOnTheControlQueuePairEndsTheConnectionAlone() {
        Accepted peer = accepted();

        peer.control().send(new byte[40]);

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> peer.connection().awaitAdvertisement(LONG))
                .withMessageContaining(peer.connection().toString())
                .withMessageContaining("0x00000000");
        assertThatOthersAreServed();
    }

    @Test
    void aControlMessageOfAnotherLengthEndsTheConnectionAlone() {
        Accepted peer = accepted();

        peer.control().send(new byte[12]);

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> peer.connection().awaitAdvertisement(LONG))
                .withMessageContaining("not 12");
        assertThatOthersAreServed();
    }

    @Test
    void aPeerThatAdvertisesWithoutCreditsIsDisconnected() {
        Accepted peer = accepted();
        for (int i = 0; i < 5; i++) {
            peer.control().send(RoguePeer.control(RoguePeer.ADVERTISE, 0, i, 0x1000, 8, 1, 4));
        }

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> peer.connection().awaitReceives(LONG))
                .withMessageContaining("more than the 4 control messages that it had credits for");
        assertThatOthersAreServed();
    }

    @Test
    void aPeerThatReturnsMoreCreditsThanWereSpentIsDisconnected() {
        assertEnded(RoguePeer.control(RoguePeer.CREDITS, 9, 0, 0, 0, 0, 0), "returned 9 credits");
    }

    @Test
    void aPeerThatReturnsNoCreditsIsDisconnected() {
        assertEnded(RoguePeer.control(RoguePeer.CREDITS, 0, 0, 0, 0, 0, 0), "of which there were 0");
    }

    @Test
    void aPeerThatIsReadyTwiceIsDisconnected() {
        Accepted peer = accepted();
        peer.control().send(RoguePeer.control(RoguePeer.READY, 4, 0, 0, 0, 0, 0));

        assertEnded(peer, RoguePeer.control(RoguePeer.READY, 4, 0, 0, 0, 0, 0), "twice");
    }

    @Test
    void aPeerThatAnnouncesInvalidReceivesIsDisconnected() {
        assertEnded(RoguePeer.control(RoguePeer.RECEIVES, 0, 1L << 40, 0, 8, 0, 0), "1099511627776 receives");
    }

    private void assertEnded(byte[] message, String text) {
        assertEnded(accepted(), message, text);
    }

    private void assertEnded(Accepted peer, byte[] message, String text) {
        peer.control().send(message);

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> peer.connection().awaitAdvertisement(LONG))
                .withMessageContaining(peer.connection().toString())
                .withMessageContaining(text);
        assertThatOthersAreServed();
    }

    @Test
    void aWithdrawalOfWhatWasNotAdvertisedChangesNothing() {
        Accepted peer = accepted();
        peer.control().send(RoguePeer.control(RoguePeer.WITHDRAW, 0, -1, 0, 0, 0, 0));
        peer.control().send(RoguePeer.control(RoguePeer.WITHDRAW, 0, Long.MAX_VALUE, 0, 0, 0, 0));
        peer.control().send(RoguePeer.control(RoguePeer.ADVERTISE, 0, 9, 0x1000, 8, 1, 4));

        RemoteBuffer advertised = peer.connection().awaitAdvertisement(LONG);

        assertThat(advertised.id()).isEqualTo(9);
        assertThat(peer.connection().isOpen()).isTrue();
    }

    @Test
    void anAdvertisementThatCannotBeEndsTheConnection() {
        Accepted peer = accepted();

        peer.control().send(RoguePeer.control(RoguePeer.ADVERTISE, 0, 1, -8, 4096, 1, 4));

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> peer.connection().awaitAdvertisement(LONG))
                .withMessageContaining("4096 bytes at 0xfffffffffffffff8");
    }

    @Test
    void anAdvertisementThatLiesAboutItsLengthFailsTheRequest() {
        assertLieIsFound(4096 * 1024, 0);
    }

    @Test
    void anAdvertisementThatLiesAboutItsKeyFailsTheRequest() {
        assertLieIsFound(4096, 0x5a5a00);
    }

    private void assertLieIsFound(int length, int wrong) {
        Accepted peer = accepted();
        Lane data = peer.data();
        byte[] lie = RoguePeer.control(
                RoguePeer.ADVERTISE, 0, 9, data.region.address(), length, data.region.remoteKey() ^ wrong, 4);
        peer.control().send(lie);
        RemoteBuffer remote = peer.connection().awaitAdvertisement(LONG);
        assertThat(remote.access()).isEqualTo(Set.of(Access.REMOTE_READ));
        LocalBuffer target = peer.connection().allocate(length);

        CompletableFuture<Integer> read = peer.connection().readAsync(target, 0, length, remote, 0);

        assertThat(read)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfAny(TransferException.class, ConnectionEndedException.class)
                .withMessageContaining(remote.toString());
        assertThatOthersAreServed();
    }

    @Test
    void nonsenseInAChannelEndsItAlone() {
        assertChannelGivesUp(new byte[48], 1, "0x00000000");
    }

    @Test
    void aMessageOfAnotherVersionEndsTheChannel() {
        assertChannelGivesUp(message(2, 0, 0), 1, "version 2");
    }

    @Test
    void aMessageThatLiesAboutItsLengthEndsTheChannel() {
        assertChannelGivesUp(message(1, 0, 64), 1, "SHORT of 64 bytes came with 0 behind it");
    }

    @Test
    void moreMessagesThanThereAreCreditsForEndTheChannel() {
        int slots = MessageOptions.DEFAULTS.slots();

        assertChannelGivesUp(message(1, 0, 0), slots + 1, "more than the " + slots + " messages it had credits for");
    }

    @Test
    void aMessageOverTheLimitEndsTheChannel() {
        assertChannelGivesUp(message(1, 1, 1L << 40), 1, "1099511627776 bytes");
    }

    @Test
    void creditsThatWereNotSpentEndTheChannel() {
        assertChannelGivesUp(message(1, 0, 0, 100), 1, "returned 100 credits, and 2 of its 2 are unused");
    }

    @Test
    void aMessageThatReturnsNothingEndsTheChannel() {
        assertChannelGivesUp(message(1, 4, 0), 1, "returns no credits and says nothing else");
    }

    @Test
    void theReportOfAReadThatCannotBeEndsTheChannel() {
        assertChannelGivesUp(message(1, 3, 0), 1, "long message 0, which it has read before or was never sent");
    }

    @Test
    void aLongMessageWithAWrongKeyEndsBothSides() {
        assertChannelGivesUp(message(1, 1, 100_000), 1, "remote access error", ConnectionException.class);
    }

    @Test
    void invalidAnnouncementsOfAChannelAreRefused() {
        CompletableFuture<RdmaConnection> connecting =
                bed.rdma().connectAsync(server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        RdmaConnection accepted = server.accept(LONG);
        RdmaConnection client = joined(connecting);
        client.announceReceives(Integer.MAX_VALUE, 64, LONG);
        client.announceReceives(1, 64, LONG);

        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(() -> MessageChannel.open(accepted, MessageOptions.DEFAULTS.timeout(LONG)))
                .withMessageContaining("the peer announced options that no channel has: number of slots 2147483647");

        assertThat(accepted.isOpen()).isFalse();
        client.awaitDisconnect(LONG);
        assertThatOthersAreServed();
    }

    private static byte[] message(int version, int kind, long length) {
        return message(version, kind, length, 0);
    }

    private static byte[] message(int version, int kind, long length, int credits) {
        return ByteBuffer.allocate(40)
                .putInt(0x5652424D)
                .put((byte) version)
                .put((byte) kind)
                .putShort((short) credits)
                .putLong(length)
                .array();
    }

    /** On iWARP a read that the peer's device refuses terminates the connection, and no completion names the reason. */
    private static boolean isTermination(RdmaConnection connection, Class<? extends ConnectionException> cause) {
        return cause == ConnectionException.class
                && connection.group().context().properties().transport() == Transport.IWARP;
    }

    private void assertChannelGivesUp(byte[] message, int times, String text) {
        assertChannelGivesUp(message, times, text, ForeignPeerException.class);
    }

    private void assertChannelGivesUp(
            byte[] message, int times, String text, Class<? extends ConnectionException> cause) {
        CompletableFuture<RdmaConnection> connecting =
                bed.rdma().connectAsync(server.address(), ConnectionOptions.DEFAULTS.timeout(LONG));
        RdmaConnection accepted = server.accept(LONG);
        RdmaConnection client = joined(connecting);
        client.announceReceives(2, 64, LONG);
        client.announceReceives(1, 64, LONG);
        MessageChannel channel = MessageChannel.open(accepted, MessageOptions.DEFAULTS.timeout(LONG));
        LocalBuffer source = client.allocate(message.length);
        source.bytes().put(message);

        client.awaitReceives(LONG);
        for (int i = 0; i < times; i++) {
            client.postSend(source, 0, message.length, Signaling.SIGNALED);
        }

        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < times; i++) {
                        channel.take(LONG);
                    }
                })
                .withMessageContaining(accepted.toString())
                .withMessageContaining(isTermination(accepted, cause) ? "ended" : text)
                .satisfies(thrown -> assertThat(cause.isInstance(thrown) ? thrown : thrown.getCause())
                        .isInstanceOf(cause));
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> channel.send(ByteBuffer.allocate(1)))
                .withMessageContaining(isTermination(accepted, cause) ? "ended" : text);
        client.awaitDisconnect(LONG);
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> client.postSend(source, 0, message.length, Signaling.SIGNALED));
        assertThatOthersAreServed();
    }
}
