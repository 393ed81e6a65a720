package io.verbena.contract.cm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.CmMembership;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.UnreachableException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.AddressHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Queue pairs of datagrams that are found by addresses and ports, and groups. */
@Timeout(120)
public abstract class CmDatagramContract extends TwoIdentifiers {
    private static final ConnectionParameters PLAIN = ConnectionParameters.DEFAULTS;
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final int EVERYBODY = 0xffffff;

    @Override
    PortSpace space() {
        return PortSpace.UDP;
    }

    /** A group of the family of their addresses. */
    protected String group() {
        return "239.7.7.7";
    }

    private static void send(CmPeer from, DatagramDestination to, int value) {
        AddressHandle way = from.domain.addressHandle(to.address());
        from.buffer.put(CmPeer.BYTES - 1, (byte) value);
        from.pair.post(from.pair
                .sendRequests(1)
                .send(2)
                .segment(from.region, CmPeer.BYTES - 1, 1)
                .to(way, to.queuePair(), to.queueKey()));
    }

    @Test
    void datagramsGoToTheQueuePairThatAccepted() {
        client.resolve(listened(), CmPeer.LONG);
        CmPeer asking = new CmPeer(bed.rdma(), client, QueuePairType.UD);
        CompletableFuture<CmEvent> found = client.connectAsync(PLAIN.privateData("May I?".getBytes(US_ASCII)));
        ConnectionRequest request = listening.request(CmPeer.LONG);
        CmPeer answering = new CmPeer(bed.rdma(), request.id(), QueuePairType.UD);

        request.accept(PLAIN.privateData("Please.".getBytes(US_ASCII)), CmPeer.LONG);

        CmEvent answer = found.orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(US_ASCII.decode(request.privateData()).toString()).startsWith("May I?");
        assertThat(US_ASCII.decode(answer.privateData()).toString()).startsWith("Please.");
        assertThat(asking.pair.state()).isEqualTo(QueuePairState.READY_TO_SEND);
        DatagramDestination destination = Objects.requireNonNull(answer.destination());
        assertThat(destination.queuePair()).isEqualTo(answering.pair.number());

        send(asking, destination, 42);

        assertThat(asking.next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(answering.next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(answering.buffer.get(CmPeer.HEADER)).isEqualTo((byte) 42);
    }

    @Test
    void aRejectedRequestFindsNoQueuePair() {
        client.resolve(listened(), CmPeer.LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.UD);
        CompletableFuture<CmEvent> found = client.connectAsync(PLAIN);

        listening.request(CmPeer.LONG).reject(new byte[0]);

        assertThat(found)
                .failsWithin(CmPeer.LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UnreachableException.class);
    }

    @Test
    void aRequestToAPortWithoutAListenerFails() {
        InetSocketAddress nowhere = listened();
        listening.close();
        client.resolve(nowhere, CmPeer.LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.UD);

        assertThatExceptionOfType(UnreachableException.class)
                .isThrownBy(() -> client.connect(PLAIN, CmPeer.LONG))
                .withMessageContaining(client.toString());
    }

    @Test
    protected void whatIsSentToAGroupReachesItsMembers() throws UnknownHostException {
        InetAddress group = InetAddress.getByName(group());
        client.resolveAddressAsync(null, listened(), CmPeer.LONG).join();
        CmPeer sender = new CmPeer(bed.rdma(), client, QueuePairType.UD);
        CmId other = client.channel().id(PortSpace.UDP);
        other.bind(bed.server(0));
        CmPeer member = new CmPeer(bed.rdma(), other, QueuePairType.UD);
        CmMembership received = other.join(group, false, CmPeer.LONG);
        CmMembership sent = client.join(group, false, CmPeer.LONG);

        assertThat(sent.group()).isEqualTo(new InetSocketAddress(group, 0));
        assertThat(sent.destination().queuePair()).isEqualTo(EVERYBODY);
        send(sender, sent.destination(), 42);

        assertThat(sender.next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(member.next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(member.buffer.get(CmPeer.HEADER)).isEqualTo((byte) 42);
        received.close();
        received.close();
        assertThat(received.isClosed()).isTrue();

        member.pair.post(member.pair.receiveRequests(1).receive(1).segment(member.region, 0, CmPeer.BYTES));
        send(sender, sent.destination(), 43);

        assertThat(sender.next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(member.queue.await(member.queue.batch(1), SHORT))
                .as("what is sent to a group that was left")
                .isZero();
    }
}
