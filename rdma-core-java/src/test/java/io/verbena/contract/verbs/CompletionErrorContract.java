package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkCompletionException;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the errors of two connected queue pairs and their completions. */
@Timeout(120)
public abstract class CompletionErrorContract {
    private VerbsBed bed;
    private Peer client;
    private Peer server;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.connected(
                bed,
                QueuePairType.RC,
                setup -> setup.access(Peer.ALL).timeout(10, 2).receiverNotReady(1, 1));
        client = peers[0];
        server = peers[1];
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private SendRequests one() {
        return client.pair.sendRequests(1);
    }

    private WorkCompletion failure(SendRequests request) {
        client.pair.post(request);
        WorkCompletion completion = client.next();
        assertThatExceptionOfType(WorkCompletionException.class)
                .isThrownBy(completion::check)
                .satisfies(e -> assertThat(e.status()).isEqualTo(completion.status()))
                .withMessageContainingAll(
                        "request 1",
                        String.valueOf(client.pair.number()),
                        completion.status().text());
        return completion;
    }

    private void assertFails(WorkCompletionStatus status, UnaryOperator<SendRequests> request) {
        assertFails(EnumSet.of(status), request);
    }

    private void assertFails(Set<WorkCompletionStatus> anyOf, UnaryOperator<SendRequests> request) {
        assertThat(failure(request.apply(one())).status()).isIn(anyOf);
        assertThat(client.pair.state()).isEqualTo(QueuePairState.ERROR);
    }

    @Test
    void aWrongKeyIsARemoteAccessError() {
        assertFails(
                WorkCompletionStatus.REMOTE_ACCESS_ERROR,
                requests -> requests.write(1, server.region.address(), server.region.remoteKey() ^ 0x5500)
                        .segment(client.region, 0, 8));
    }

    @Test
    void memoryBeyondTheRegionIsARemoteAccessError() {
        assertFails(
                WorkCompletionStatus.REMOTE_ACCESS_ERROR,
                requests -> requests.write(1, server.region.address() + Peer.BYTES - 4, server.region.remoteKey())
                        .segment(client.region, 0, 8));
    }

    @Test
    void aReadOfARegionThatMayNotBeReadIsARemoteAccessError() {
        MemoryRegion closed = server.domain.register(ByteBuffer.allocateDirect(64), AccessFlag.LOCAL_WRITE);

        assertFails(
                WorkCompletionStatus.REMOTE_ACCESS_ERROR,
                requests ->
                        requests.read(1, closed.address(), closed.remoteKey()).segment(client.region, 0, 8));
    }

    @Test
    void anAtomicWithAWrongKeyIsARemoteAccessError() {
        assertFails(
                WorkCompletionStatus.REMOTE_ACCESS_ERROR,
                requests -> requests.fetchAndAdd(1, server.region.address(), server.region.remoteKey() ^ 0x5500, 1)
                        .segment(client.region, 0, 8));
    }

    @Test
    void anAtomicOnARegionThatTakesNoneIsARemoteAccessError() {
        ByteBuffer memory = ByteBuffer.allocateDirect(64);
        MemoryRegion closed = server.domain.register(memory, AccessFlag.LOCAL_WRITE);

        assertFails(
                WorkCompletionStatus.REMOTE_ACCESS_ERROR,
                requests -> requests.fetchAndAdd(1, closed.address(), closed.remoteKey(), 1)
                        .segment(client.region, 0, 8));
        assertThat(memory.getLong(0)).isZero();
    }

    /** The specification demands an invalid request error; rxe reports an access error. */
    @Test
    void anAtomicByAQueuePairThatAllowsNoneIsRefused() {
        server.pair.modify(new QueuePairAttributes().access(EnumSet.of(AccessFlag.LOCAL_WRITE)));

        assertFails(
                EnumSet.of(WorkCompletionStatus.REMOTE_INVALID_REQUEST, WorkCompletionStatus.REMOTE_ACCESS_ERROR),
                requests -> requests.fetchAndAdd(1, server.region.address(), server.region.remoteKey(), 1)
                        .segment(client.region, 0, 8));
        assertThat(server.buffer.getLong(0)).isZero();
    }

    @Test
    void anAtomicWithAWrongLocalKeyIsALocalProtectionError() {
        assertFails(
                EnumSet.of(WorkCompletionStatus.LOCAL_PROTECTION_ERROR, WorkCompletionStatus.FLUSHED),
                requests -> requests.fetchAndAdd(1, server.region.address(), server.region.remoteKey(), 1)
                        .segment(client.region.address(), 8, client.region.localKey() ^ 0x5500));
    }

    /** The driver of rxe checks the address and refuses to post the request; a device leaves the check to the responder. */
    @Test
    void anAtomicOnAnOddAddressIsRefusedOrARemoteInvalidRequest() {
        SendRequests odd = one().fetchAndAdd(1, server.region.address() + 1, server.region.remoteKey(), 1)
                .segment(client.region, 0, 8);
        server.buffer.putLong(0, 7);

        try {
            assertThat(failure(odd).status()).isEqualTo(WorkCompletionStatus.REMOTE_INVALID_REQUEST);
        } catch (WorkRequestException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
        }
        assertThat(server.buffer.getLong(0)).isEqualTo(7);
    }

    /** Which rxe tells as flushed: its queue pair is in error before it tells. */
    @Test
    void aWrongLocalKeyIsALocalProtectionError() {
        assertFails(
                EnumSet.of(WorkCompletionStatus.LOCAL_PROTECTION_ERROR, WorkCompletionStatus.FLUSHED),
                requests -> requests.send(1).segment(client.region.address(), 8, client.region.localKey() ^ 0x5500));
    }

    @Test
    void noReceiveIsAReceiverThatIsNotReady() {
        assertFails(
                WorkCompletionStatus.RNR_RETRY_EXCEEDED,
                requests -> requests.send(1).segment(client.region, 0, 8));
    }

    @Test
    void aPeerThatIsGoneIsARetryThatIsExceeded() {
        server.pair.close();

        assertFails(
                WorkCompletionStatus.RETRY_EXCEEDED,
                requests -> requests.send(1).segment(client.region, 0, 8));
    }

    @Test
    void aMessageThatDoesNotFitFailsAtBothSides() {
        server.receive(9, 0, 16);

        assertFails(
                EnumSet.of(WorkCompletionStatus.REMOTE_INVALID_REQUEST, WorkCompletionStatus.REMOTE_OPERATION_ERROR),
                requests -> requests.send(1).segment(client.region, 0, 64));
        assertThat(server.next().status())
                .isIn(WorkCompletionStatus.LOCAL_LENGTH_ERROR, WorkCompletionStatus.LOCAL_QUEUE_PAIR_OPERATION_ERROR);
    }

    @Test
    void whatWasPostedBehindAFailureIsFlushed() {
        SendRequests requests = client.pair
                .sendRequests(3)
                .write(1, server.region.address(), 0x12345600)
                .segment(client.region, 0, 8)
                .send(2)
                .segment(client.region, 0, 8)
                .send(3)
                .segment(client.region, 0, 8);
        client.pair.post(requests);

        assertThat(client.next(3))
                .extracting(WorkCompletion::status)
                .containsExactly(
                        WorkCompletionStatus.REMOTE_ACCESS_ERROR,
                        WorkCompletionStatus.FLUSHED,
                        WorkCompletionStatus.FLUSHED);
    }

    @Test
    void flushEndsTheReceivesThatWait() {
        server.receive(1, 0, 8);
        server.receive(2, 8, 8);

        server.pair.flush();

        assertThat(server.next(2))
                .allSatisfy(completion -> assertThat(completion.status()).isEqualTo(WorkCompletionStatus.FLUSHED))
                .extracting(WorkCompletion::id)
                .containsExactly(1L, 2L);
    }
}
