package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.TagHeader;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRange;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.TagList;
import io.verbena.verbs.WorkCompletion;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shared receive queue whose receives the device matches by tags (ibv_post_srq_ops(3)). */
@Timeout(120)
public abstract class TagMatchingContract {
    private static final int TAGS = 4;
    private static final long ALL_BITS = -1;

    /** Where tagged receives and ordinary receives begin in the memory of the server. */
    private static final int TAGGED = 0;

    private static final int ORDINARY = 4096;

    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private CompletionQueue completions;
    private SharedReceiveQueue queue;
    private TagList tags;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
        completions = server.context.completionQueue(
                64, server.channel, 0, EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.TAG));
        queue = server.domain.sharedReceiveQueue(
                SharedReceiveQueueAttributes.of(16, 1), new TagMatchingSize(TAGS, 16), completions);
        tags = queue.tags();
        QueuePair receiver = server.domain
                .queuePair(QueuePairType.RC)
                .completions(server.queue)
                .receivesFrom(queue)
                .create();
        client.pair.establish(QueuePairSetup.port(1).to(bed.way(client.context, server.context), receiver.number()));
        receiver.establish(QueuePairSetup.port(1).to(bed.way(server.context, client.context), client.pair.number()));
        queue.post(queue.receiveRequests(1).receive(100).segment(server.region, ORDINARY, 512));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private WorkCompletion next() {
        var batch = completions.batch(1);
        assertThat(completions.await(batch, Peer.LONG)).isEqualTo(1);
        return batch.get(0).copy();
    }

    private int add(long receiveId, long tag, long mask, int unexpected) {
        return tags.add(1, receiveId, tag, mask, unexpected, new MemoryRange(server.region, TAGGED, 256));
    }

    private void send(TagHeader header, int value, int length) {
        client.fill(value);
        header.put(client.buffer, 0);
        client.pair.post(client.pair.sendRequests(1).send(9).segment(client.region, 0, TagHeader.LENGTH + length));
    }

    @Test
    void aMessageGoesToTheReceiveWithItsTag() {
        add(7, 0xabc, ALL_BITS, 0);
        WorkCompletion added = next().check();
        send(TagHeader.eager(0xabc, 42), 'm', 100);
        client.next().check();

        WorkCompletion received = next().check();
        assertThat(added.opcode()).isEqualTo(WorkCompletionOpcode.TAG_ADD);
        assertThat(added.wantsTagSynchronization()).isFalse();
        assertThat(received.id()).isEqualTo(7);
        assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.TAG_RECEIVE);
        assertThat(received.isTagMatched()).isTrue();
        assertThat(received.isTagDataValid()).isTrue();
        assertThat(received.tag()).isEqualTo(0xabc);
        assertThat(received.tagData()).isEqualTo(42);
        assertThat(received.byteLength()).isEqualTo(100);
        assertThat(server.bytes(TAGGED, 100)).containsOnly('m');
        assertThat(server.bytes(TAGGED + 100, 16)).containsOnly(0);
    }

    @Test
    void theFirstReceiveWhoseMaskFitsTakesAMessage() {
        add(7, 0x100, 0xf00, 0);
        add(8, 0x123, ALL_BITS, 0);
        next().check();
        next().check();

        send(TagHeader.eager(0x123, 0), 'a', 8);
        assertThat(next().check().id()).isEqualTo(7);
        send(TagHeader.eager(0x123, 0), 'b', 8);
        assertThat(next().check().id()).isEqualTo(8);
    }

    @Test
    void aMessageThatMatchesNothingGoesToAnOrdinaryReceiveWithItsHeader() {
        add(7, 1, ALL_BITS, 0);
        next().check();

        send(TagHeader.eager(2, 5), 'u', 100);

        WorkCompletion received = next().check();
        assertThat(received.id()).isEqualTo(100);
        assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.TAG_RECEIVE);
        assertThat(received.isTagMatched()).isFalse();
        assertThat(received.byteLength()).isEqualTo(TagHeader.LENGTH + 100);
        assertThat(TagHeader.get(server.buffer, ORDINARY)).isEqualTo(TagHeader.eager(2, 5));
        assertThat(server.bytes(ORDINARY + TagHeader.LENGTH, 100)).containsOnly('u');
    }

    @Test
    void aMessageWithoutATagGoesToAnOrdinaryReceive() {
        add(7, 0, 0, 0);
        next().check();

        send(TagHeader.untagged(6), 'n', 10);

        WorkCompletion received = next().check();
        assertThat(received.id()).isEqualTo(100);
        assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.TAG_NO_TAG);
        assertThat(received.tagData()).isEqualTo(6);
    }

    @Test
    void aReceiveThatIsAddedBehindAnUnexpectedMessageMatchesAfterSynchronization() {
        send(TagHeader.eager(3, 0), 'x', 8);
        assertThat(next().check().isTagMatched()).isFalse();
        add(7, 3, ALL_BITS, 0);
        assertThat(next().check().wantsTagSynchronization()).isTrue();
        queue.post(queue.receiveRequests(1).receive(101).segment(server.region, ORDINARY, 512));
        send(TagHeader.eager(3, 0), 'y', 8);
        assertThat(next().check().id()).isEqualTo(101);

        tags.synchronize(2, 2);
        WorkCompletion synchronizedNow = next().check();
        send(TagHeader.eager(3, 0), 'z', 8);

        assertThat(synchronizedNow.opcode()).isEqualTo(WorkCompletionOpcode.TAG_SYNCHRONIZE);
        assertThat(synchronizedNow.wantsTagSynchronization()).isFalse();
        assertThat(next().check().id()).isEqualTo(7);
    }

    @Test
    void aReceiveIsDeletedUnlessAMessageHasTakenIt() {
        int first = add(7, 1, ALL_BITS, 0);
        int second = add(8, 2, ALL_BITS, 0);
        next().check();
        next().check();
        send(TagHeader.eager(1, 0), 'm', 8);
        assertThat(next().check().id()).isEqualTo(7);

        tags.delete(4, first, 0);
        assertThat(next().status()).isEqualTo(WorkCompletionStatus.TAG_MATCHING_ERROR);
        tags.delete(5, second, 0);
        assertThat(next().check().opcode()).isEqualTo(WorkCompletionOpcode.TAG_DELETE);

        send(TagHeader.eager(2, 0), 'm', 8);
        assertThat(next().check().id()).isEqualTo(100);
    }

    @Test
    void aMessageThatIsLongerThanItsReceiveFailsOnBothSides() {
        tags.add(1, 7, 1, ALL_BITS, 0, new MemoryRange(server.region, TAGGED, 50));
        next().check();

        send(TagHeader.eager(1, 0), 'm', 51);

        assertThat(next().status()).isEqualTo(WorkCompletionStatus.LOCAL_LENGTH_ERROR);
        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_INVALID_REQUEST);
    }

    @Test
    void aFullListTakesNoMore() {
        for (int tag = 1; tag <= TAGS; tag++) {
            add(tag, tag, ALL_BITS, 0);
        }

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> add(9, 9, ALL_BITS, 0))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .withMessageContaining("the tag list is full");
    }

    @Test
    void theDeviceTellsHowLongItsListsAre() {
        var limits = server.context.extensions().tagMatching();

        assertThat(limits.reliable()).isTrue();
        assertThat(limits.maxTags()).isGreaterThanOrEqualTo(TAGS);
        assertThat(limits.maxSegments()).isPositive();
    }
}
