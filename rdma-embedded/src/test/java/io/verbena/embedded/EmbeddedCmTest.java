package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.RejectReason;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reliable connections between two hosts at the provider interface. */
@Timeout(60)
@WithFabric("fat-tree:2,2,2")
class EmbeddedCmTest {
    private static final int MORE_THAN_FITS = 57;

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

    private record Connected(long asking, long answering) {}

    private Connected connect() {
        long listening = server.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, server.at(listening));
        client.cm.connect(asking, CmSide.parameters(11, "May I?"));
        CmEventRecord request = server.next(CmEventType.CONNECT_REQUEST);
        server.cm.cookie(request.request(), 99);
        server.cm.accept(request.request(), CmSide.parameters(22, "Please."));
        client.next(CmEventType.CONNECT_RESPONSE);
        client.cm.establish(asking);
        assertThat(server.next(CmEventType.ESTABLISHED).cookie()).isEqualTo(99);
        return new Connected(asking, request.request());
    }

    private static void fails(int errno, ThrowingCallable call) {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(call)
                .satisfies(failure -> assertThat(failure.errno()).isEqualTo(errno));
    }

    @Test
    void privateDataAndNumbersGoBothWays() {
        long listening = server.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, server.at(listening));

        client.cm.connect(asking, CmSide.parameters(11, "May I?").reads(3, 5).retries(4, 7));

        CmEventRecord request = server.next(CmEventType.CONNECT_REQUEST);
        assertThat(CmSide.text(request)).isEqualTo("May I?");
        assertThat(request.parameters().privateData().remaining()).isEqualTo(56);
        assertThat(request.parameters().queuePair()).isEqualTo(11);
        assertThat(request.parameters().responderResources()).isEqualTo(5);
        assertThat(request.parameters().initiatorDepth()).isEqualTo(3);
        assertThat(request.parameters().retries()).isEqualTo(4);
        assertThat(request.parameters().rnrRetries()).isEqualTo(7);
        assertThat(server.cm.endpoint(request.request()).peer()).isEqualTo(client.at(asking));
        assertThat(server.cm.endpoint(request.request()).local()).isEqualTo(server.at(listening));

        server.cm.accept(request.request(), CmSide.parameters(22, "Please.").reads(5, 3));

        CmEventRecord response = client.next(CmEventType.CONNECT_RESPONSE);
        assertThat(CmSide.text(response)).isEqualTo("Please.");
        assertThat(response.parameters().privateData().remaining()).isEqualTo(196);
        assertThat(response.parameters().queuePair()).isEqualTo(22);
        assertThat(response.parameters().responderResources()).isEqualTo(3);
    }

    @Test
    void queuePairsGetTheNegotiatedAttributes() {
        Connected both = connect();

        QueuePairAttributes receive = client.cm.queuePairAttributes(both.asking, QueuePairState.READY_TO_RECEIVE);
        QueuePairAttributes send = client.cm.queuePairAttributes(both.asking, QueuePairState.READY_TO_SEND);
        QueuePairAttributes theirReceive =
                server.cm.queuePairAttributes(both.answering, QueuePairState.READY_TO_RECEIVE);
        QueuePairAttributes theirSend = server.cm.queuePairAttributes(both.answering, QueuePairState.READY_TO_SEND);

        assertThat(receive.number(QueuePairAttribute.DESTINATION_QUEUE_PAIR)).isEqualTo(22);
        assertThat(theirReceive.number(QueuePairAttribute.DESTINATION_QUEUE_PAIR))
                .isEqualTo(11);
        assertThat(send.number(QueuePairAttribute.SEND_SEQUENCE_NUMBER))
                .isEqualTo(theirReceive.number(QueuePairAttribute.RECEIVE_SEQUENCE_NUMBER));
        assertThat(theirSend.number(QueuePairAttribute.SEND_SEQUENCE_NUMBER))
                .isEqualTo(receive.number(QueuePairAttribute.RECEIVE_SEQUENCE_NUMBER));
        assertThat(receive.get(QueuePairAttribute.ADDRESS, AddressVector.class)
                        .dlid()
                        .bits())
                .isEqualTo(fabric.node("host3").port(1).lid());
        assertThat(theirReceive
                        .get(QueuePairAttribute.ADDRESS, AddressVector.class)
                        .dlid()
                        .bits())
                .isEqualTo(fabric.node("host0").port(1).lid());
        assertThat(receive.get(QueuePairAttribute.PATH_MTU, Object.class))
                .isEqualTo(theirReceive.get(QueuePairAttribute.PATH_MTU, Object.class));
        assertThat(send.number(QueuePairAttribute.TIMEOUT)).isEqualTo(theirSend.number(QueuePairAttribute.TIMEOUT));
        assertThat(client.cm
                        .queuePairAttributes(both.asking, QueuePairState.INIT)
                        .access())
                .contains(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
    }

    @Test
    void everyMessageCrossesTheFabric() {
        long before = fabric.node("host3").port(1).counter("portRcvPkts");

        connect();

        // The request, its acknowledgement, and the message that the reply waits for the program.
        assertThat(fabric.node("host3").port(1).counter("portRcvPkts") - before).isEqualTo(3);
    }

    @Test
    void aRequestIsRejectedWithTheReasonAndPrivateData() {
        long listening = server.listen(PortSpace.TCP);
        client.cm.connect(client.resolved(PortSpace.TCP, server.at(listening)), CmSide.parameters(11, ""));

        server.cm.reject(server.next(CmEventType.CONNECT_REQUEST).request(), CmSide.bytes("Sorry."));

        CmEventRecord rejected = client.next(CmEventType.REJECTED);
        assertThat(rejected.status()).isEqualTo(RejectReason.CONSUMER.code());
        assertThat(CmSide.text(rejected)).isEqualTo("Sorry.");
    }

    @Test
    void aResponseIsRejectedToo() {
        long listening = server.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, server.at(listening));
        client.cm.connect(asking, CmSide.parameters(11, ""));
        server.cm.accept(server.next(CmEventType.CONNECT_REQUEST).request(), CmSide.parameters(22, ""));
        client.next(CmEventType.CONNECT_RESPONSE);

        client.cm.reject(asking, CmSide.bytes("No more."));

        assertThat(CmSide.text(server.next(CmEventType.REJECTED))).isEqualTo("No more.");
    }

    @Test
    void aHostRejectsRequestsWithoutAListener() {
        long asking = client.resolved(PortSpace.TCP, new InetSocketAddress(server.address, 7471));

        client.cm.connect(asking, CmSide.parameters(11, ""));

        assertThat(client.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.INVALID_SERVICE_ID.code());
    }

    @Test
    void bothSidesReceiveTheEventsOfDisconnectionAndTimeWait() {
        Connected both = connect();

        client.cm.disconnect(both.asking);
        server.next(CmEventType.DISCONNECTED);
        server.cm.disconnect(both.answering);

        assertThat(client.next(CmEventType.DISCONNECTED).status()).isZero();
        client.next(CmEventType.TIME_WAIT_EXIT);
        server.next(CmEventType.TIME_WAIT_EXIT);
    }

    @Test
    void aQueuePairIsStaleUntilItsPreviousConnectionHasEnded() {
        Connected both = connect();
        client.cm.disconnect(both.asking);
        server.next(CmEventType.DISCONNECTED);
        server.cm.disconnect(both.answering);
        client.next(CmEventType.DISCONNECTED);
        long listening = server.listen(PortSpace.TCP);
        long again = client.resolved(PortSpace.TCP, server.at(listening));

        client.cm.connect(again, CmSide.parameters(11, ""));

        assertThat(client.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.STALE_CONNECTION.code());
        client.next(CmEventType.TIME_WAIT_EXIT);
        server.next(CmEventType.TIME_WAIT_EXIT);
        long later = client.resolved(PortSpace.TCP, server.at(listening));
        client.cm.connect(later, CmSide.parameters(11, ""));
        server.next(CmEventType.CONNECT_REQUEST);
    }

    @Test
    void destroyingAnIdentifierEndsItsConnection() {
        Connected both = connect();

        client.cm.destroyId(both.asking);

        server.next(CmEventType.DISCONNECTED);
        server.cm.disconnect(both.answering);
        server.next(CmEventType.TIME_WAIT_EXIT);
    }

    @Test
    void aWithdrawnRequestIsReported() {
        long listening = server.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, server.at(listening));
        client.cm.connect(asking, CmSide.parameters(11, ""));
        server.next(CmEventType.CONNECT_REQUEST);

        client.cm.destroyId(asking);

        assertThat(server.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.TIMEOUT.code());
    }

    @Test
    void acceptingAWithdrawnRequestIsRejected() {
        long listening = server.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, server.at(listening));
        client.cm.connect(asking, CmSide.parameters(11, ""));
        long request = server.next(CmEventType.CONNECT_REQUEST).request();
        // The withdrawal of the request is lost.
        fabric.loss(1, 1);
        client.cm.destroyId(asking);
        fabric.heal();

        server.cm.accept(request, CmSide.parameters(22, ""));

        assertThat(server.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.INVALID_COMMUNICATION_ID.code());
    }

    @Test
    void destroyingAListenerRejectsUnreadRequests() {
        long listening = server.listen(PortSpace.TCP);
        client.cm.connect(client.resolved(PortSpace.TCP, server.at(listening)), CmSide.parameters(11, ""));
        // Accessing the fabric delivers what has been sent.
        server.cm.endpoint(listening);

        server.cm.destroyId(listening);

        assertThat(client.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.CONSUMER.code());
        server.nothingComes();
    }

    @Test
    void theBacklogLimitsUnreadRequests() {
        long listening = server.id(PortSpace.TCP);
        server.cm.bind(listening, new InetSocketAddress(server.address, 0));
        server.cm.listen(listening, 1);
        InetSocketAddress there = server.at(listening);
        long first = client.resolved(PortSpace.TCP, there);
        long second = client.resolved(PortSpace.TCP, there);
        client.cm.connect(first, CmSide.parameters(11, ""));

        client.cm.connect(second, CmSide.parameters(12, ""));

        assertThat(client.next(CmEventType.REJECTED).status()).isEqualTo(RejectReason.CONSUMER.code());
        server.next(CmEventType.CONNECT_REQUEST);
        long third = client.resolved(PortSpace.TCP, there);
        client.cm.connect(third, CmSide.parameters(13, ""));
        server.next(CmEventType.CONNECT_REQUEST);
    }

    @Test
    void aWildcardListenerIsReachedByEachAddress() throws UnknownHostException {
        long listening = server.id(PortSpace.TCP);
        server.cm.bind(listening, new InetSocketAddress(InetAddress.getByName("::"), 7471));
        server.cm.listen(listening, 0);
        assertThat(server.cm.endpoint(listening).device()).isEmpty();

        for (InetAddress address :
                new InetAddress[] {server.address, fabric.node("host3").port(1).linkLocalAddress()}) {
            long asking = client.resolved(PortSpace.TCP, new InetSocketAddress(address, 7471));
            client.cm.connect(asking, CmSide.parameters((int) asking, ""));
            CmEventRecord request = server.next(CmEventType.CONNECT_REQUEST);

            assertThat(server.cm.endpoint(request.request()).device()).isEqualTo("emb0");
            assertThat(server.at(request.request()).getAddress()).isEqualTo(address);
        }
    }

    @Test
    void anIpv6OnlyListenerLeavesIpv4ToOthers() throws UnknownHostException {
        long wide = server.id(PortSpace.TCP);
        server.cm.option(wide, CmOption.ADDRESS_FAMILY_ONLY, 1);
        server.cm.bind(wide, new InetSocketAddress(InetAddress.getByName("::"), 7471));
        server.cm.listen(wide, 0);
        long asking = client.resolved(PortSpace.TCP, new InetSocketAddress(server.address, 7471));

        client.cm.connect(asking, CmSide.parameters(11, ""));

        client.next(CmEventType.REJECTED);
        long narrow = server.id(PortSpace.TCP);
        server.cm.option(narrow, CmOption.ADDRESS_FAMILY_ONLY, 1);
        server.cm.bind(narrow, new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 7471));
        server.cm.listen(narrow, 0);
    }

    @Test
    void aHostReachesItselfByTheLoopbackAddress() throws UnknownHostException {
        long listening = client.id(PortSpace.TCP);
        client.cm.bind(listening, new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        client.cm.listen(listening, 0);
        long asking = client.resolved(PortSpace.TCP, client.at(listening));

        client.cm.connect(asking, CmSide.parameters(11, "Me?"));

        assertThat(CmSide.text(client.next(CmEventType.CONNECT_REQUEST))).isEqualTo("Me?");
    }

    @Test
    void aServicePortHasOneOwnerPerPortSpace() {
        long listening = server.listen(PortSpace.TCP);
        InetSocketAddress taken = server.at(listening);

        fails(Errno.EADDRINUSE, () -> server.cm.bind(server.id(PortSpace.TCP), taken));
        fails(Errno.EADDRINUSE, () -> server.cm.bind(server.id(PortSpace.TCP), new InetSocketAddress(taken.getPort())));
        server.cm.bind(server.id(PortSpace.UDP), taken);

        // Programs of one host share its service ports.
        try (CmSide other = new CmSide(fabric, "host3")) {
            fails(Errno.EADDRINUSE, () -> other.cm.bind(other.id(PortSpace.TCP), taken));
        }
        server.cm.destroyId(listening);
        server.cm.bind(server.id(PortSpace.TCP), taken);
    }

    @Test
    void anIdentifierCannotListenAtASharedAddress() {
        long one = server.id(PortSpace.TCP);
        long other = server.id(PortSpace.TCP);
        server.cm.option(one, CmOption.REUSE_ADDRESS, 1);
        server.cm.option(other, CmOption.REUSE_ADDRESS, 1);
        server.cm.bind(one, new InetSocketAddress(server.address, 7471));
        server.cm.bind(other, new InetSocketAddress(server.address, 7471));

        fails(Errno.EADDRINUSE, () -> server.cm.listen(one, 1));
    }

    @Test
    void anAddressOfAnotherHostIsNotBound() {
        fails(
                Errno.EADDRNOTAVAIL,
                () -> client.cm.bind(client.id(PortSpace.TCP), new InetSocketAddress(server.address, 0)));
    }

    @Test
    void callsAreRefusedInTheWrongState() {
        long id = client.id(PortSpace.TCP);

        fails(Errno.EINVAL, () -> client.cm.resolveRoute(id, 1));
        fails(Errno.EINVAL, () -> client.cm.connect(id, ConnectionParameters.DEFAULTS));
        fails(Errno.EINVAL, () -> client.cm.accept(id, ConnectionParameters.DEFAULTS));
        fails(Errno.EINVAL, () -> client.cm.reject(id, CmSide.bytes("")));
        fails(Errno.EINVAL, () -> client.cm.establish(id));
        fails(Errno.EINVAL, () -> client.cm.disconnect(id));
        fails(Errno.EINVAL, () -> client.cm.listen(id, 1));
        fails(Errno.EINVAL, () -> client.cm.notify(id, AsyncEventType.COMMUNICATION_ESTABLISHED));
        fails(Errno.EINVAL, () -> client.cm.queuePairAttributes(id, QueuePairState.INIT));
        fails(Errno.EINVAL, () -> client.cm.option(id, CmOption.ACKNOWLEDGE_TIMEOUT, 32));
        fails(Errno.EINVAL, () -> client.cm.join(id, new InetSocketAddress("239.7.7.7", 0), false, 1));
    }

    @Test
    void oversizedPrivateDataIsRefused() {
        long listening = server.listen(PortSpace.TCP);
        long asking = client.resolved(PortSpace.TCP, server.at(listening));

        fails(Errno.EINVAL, () -> client.cm.connect(asking, CmSide.parameters(11, "x".repeat(MORE_THAN_FITS))));
        client.cm.connect(asking, CmSide.parameters(11, "x".repeat(MORE_THAN_FITS - 1)));
        long request = server.next(CmEventType.CONNECT_REQUEST).request();
        fails(Errno.EINVAL, () -> server.cm.accept(request, CmSide.parameters(22, "x".repeat(197))));
        fails(Errno.EINVAL, () -> server.cm.reject(request, CmSide.bytes("x".repeat(149))));
    }

    @Test
    void anAddressOutsideTheNetworksIsRefusedImmediately() {
        fails(
                Errno.ENETUNREACH,
                () -> client.cm.resolveAddress(
                        client.id(PortSpace.TCP), null, new InetSocketAddress("192.0.2.1", 7471), CmSide.TIMEOUT));
    }

    @Test
    void anUnusedAddressIsNotResolved() {
        client.cm.resolveAddress(client.id(PortSpace.TCP), null, new InetSocketAddress("10.9.9.9", 7471), 20);

        assertThat(client.next(CmEventType.ADDRESS_ERROR).status()).isEqualTo(-Errno.ETIMEDOUT);
    }

    @Test
    void theAcknowledgeTimeoutIsSetByTheProgram() {
        Connected both = connect();

        client.cm.option(both.asking, CmOption.ACKNOWLEDGE_TIMEOUT, 14);

        assertThat(client.cm
                        .queuePairAttributes(both.asking, QueuePairState.READY_TO_SEND)
                        .number(QueuePairAttribute.TIMEOUT))
                .isEqualTo(14);
    }

    @Test
    void aPathIsFoundWithATypeOfService() {
        long id = client.id(PortSpace.TCP);
        client.cm.option(id, CmOption.TYPE_OF_SERVICE, 4);
        client.cm.resolveAddress(id, null, new InetSocketAddress(server.address, 7471), CmSide.TIMEOUT);
        client.next(CmEventType.ADDRESS_RESOLVED);

        client.cm.resolveRoute(id, CmSide.TIMEOUT);

        client.next(CmEventType.ROUTE_RESOLVED);
    }

    @Test
    void unreadEventsMigrateToTheOtherChannel() {
        long other = client.cm.createChannel();
        long id = client.id(PortSpace.TCP);
        client.cm.resolveAddress(id, null, new InetSocketAddress(server.address, 7471), CmSide.TIMEOUT);

        client.cm.migrate(id, other);

        client.nothingComes();
        assertThat(client.cm.awaitEvent(other, CmSide.TIMEOUT))
                .extracting(CmEventRecord::type)
                .isEqualTo(CmEventType.ADDRESS_RESOLVED);
    }

    @Test
    void hostsAreFoundByTheirNames() {
        assertThat(client.cm.addressInfo("host3", "7471", PortSpace.TCP, false).peer())
                .isEqualTo(new InetSocketAddress(server.address, 7471));
        assertThat(client.cm.addressInfo("10.0.0.4", null, PortSpace.TCP, true).local())
                .isEqualTo(new InetSocketAddress(server.address, 0));
        fails(Errno.ENOENT, () -> client.cm.addressInfo("leaf0", "7471", PortSpace.TCP, false));
        fails(Errno.ENOENT, () -> client.cm.addressInfo("300.1.1.1", "7471", PortSpace.TCP, false));
        fails(Errno.ENOENT, () -> client.cm.addressInfo("host3", "65536", PortSpace.TCP, false));
    }

    @Test
    void portsOfHostsHaveAddressesAndSwitchesHaveNone() throws UnknownHostException {
        assertThat(fabric.node("host0").address()).isEqualTo(InetAddress.getByName("10.0.0.1"));
        assertThat(fabric.node("host3").address()).isEqualTo(InetAddress.getByName("10.0.0.4"));
        assertThat(fabric.node("host3").port(1).linkLocalAddress().isLinkLocalAddress())
                .isTrue();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> fabric.node("leaf0").address())
                .withMessageContaining("no IP address");
    }

    @Test
    void aWakeUpEndsTheWait() throws Exception {
        CompletableFuture<Object> waiting =
                CompletableFuture.supplyAsync(() -> String.valueOf(client.cm.awaitEvent(client.channel, -1)));

        client.cm.wakeUp(client.channel);

        assertThat(waiting.get()).isEqualTo("null");
    }

    @Test
    void closingWakesAWaitingThread() {
        CompletableFuture<Object> waiting =
                CompletableFuture.supplyAsync(() -> String.valueOf(client.cm.awaitEvent(client.channel, -1)));
        long id = client.id(PortSpace.TCP);

        client.close();

        assertThat(waiting).failsWithin(Duration.ofSeconds(10));
        assertThatExceptionOfType(RdmaException.class).isThrownBy(() -> client.cm.endpoint(id));
        client.cm.destroyId(id);
        client.cm.destroyChannel(client.channel);
    }
}
