package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Lid;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.QueuePairSetup;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queue pairs of all kinds, and ways to others: how they are made, led to their states, and asked. */
@Timeout(120)
public abstract class QueuePairContract {
    private static final int QKEY = 0x123;

    private VerbsBed bed;
    private Peer peer;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        peer = new Peer(bed.open(0), QueuePairType.RC);
    }

    @AfterEach
    void close() {
        peer.close();
        bed.close();
    }

    private QueuePairBuilder of(QueuePairType type) {
        return peer.domain.queuePair(type).completions(peer.queue).capacity(Peer.CAPACITY);
    }

    private QueuePairBuilder extended(QueuePairType type) {
        return of(type).extended(EnumSet.of(SendOperation.SEND));
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD"})
    void aQueuePairIsMadeAndInitialised(QueuePairType type) {
        assertIsMadeAndInitialised(of(type).create());
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD"})
    void anExtendedQueuePairIsMadeAndInitialised(QueuePairType type) {
        assertIsMadeAndInitialised(extended(type).create());
    }

    private static void assertIsMadeAndInitialised(QueuePair pair) {
        assertThat(pair.state()).isEqualTo(QueuePairState.RESET);

        pair.initialise(QueuePairSetup.port(1).queueKey(QKEY));

        assertThat(pair.state()).isEqualTo(QueuePairState.INIT);
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD"})
    void aQueuePairIsAtLeastAsLargeAsItWasAskedFor(QueuePairType type) {
        for (QueuePair pair : List.of(of(type).create(), extended(type).create())) {
            QueuePairCapacity found = pair.query(QueuePairAttribute.STATE, QueuePairAttribute.CAPACITY)
                    .get(QueuePairAttribute.CAPACITY, QueuePairCapacity.class);

            assertThat(found.sends()).isGreaterThanOrEqualTo(Peer.CAPACITY.sends());
            assertThat(found.receives()).isGreaterThanOrEqualTo(Peer.CAPACITY.receives());
            assertThat(found.sendSegments()).isGreaterThanOrEqualTo(Peer.CAPACITY.sendSegments());
            assertThat(found.receiveSegments()).isGreaterThanOrEqualTo(Peer.CAPACITY.receiveSegments());
            assertThat(found.inlineBytes()).isGreaterThanOrEqualTo(Peer.CAPACITY.inlineBytes());
        }
    }

    @Test
    void aQueuePairLargerThanTheDeviceAllowsIsRefused() {
        int requests = Integer.MAX_VALUE;
        int segments = 0xffff;
        for (QueuePairCapacity tooLarge : List.of(
                new QueuePairCapacity(requests, 1, 1, 1, 0),
                new QueuePairCapacity(1, requests, 1, 1, 0),
                new QueuePairCapacity(1, 1, segments, 1, 0),
                new QueuePairCapacity(1, 1, 1, segments, 0))) {
            assertThatExceptionOfType(SysException.class)
                    .as(tooLarge.toString())
                    .isThrownBy(() -> of(QueuePairType.UD).capacity(tooLarge).create())
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        }
    }

    @Test
    void aQueuePairOfDatagramsIsLedToEachStateAndBack() {
        for (QueuePair pair : List.of(
                of(QueuePairType.UD).create(), extended(QueuePairType.UD).create())) {
            pair.establish(QueuePairSetup.port(1).queueKey(QKEY).sequenceNumbers(0x45, 0));

            var attributes = pair.query(
                    QueuePairAttribute.STATE, QueuePairAttribute.QUEUE_KEY, QueuePairAttribute.SEND_SEQUENCE_NUMBER);
            assertThat(attributes.state()).isEqualTo(QueuePairState.READY_TO_SEND);
            assertThat(attributes.number(QueuePairAttribute.QUEUE_KEY)).isEqualTo(QKEY);
            assertThat(attributes.number(QueuePairAttribute.SEND_SEQUENCE_NUMBER))
                    .isEqualTo(0x45);

            pair.reset();

            assertThat(pair.state()).isEqualTo(QueuePairState.RESET);
        }
    }

    @Test
    void softwareKeepsTheDataOfDatagramsInNoOrderThatItPromises() {
        QueuePair pair = of(QueuePairType.UD).create();
        pair.establish(QueuePairSetup.port(1).queueKey(QKEY));

        assertThat(pair.isDataInOrder(WorkRequestOpcode.SEND)).isFalse();
    }

    @Test
    void anExtendedCompletionQueueThatIsTooLargeOrOfNoVectorIsRefused() {
        int largest = peer.context.properties().limits().maxCompletionQueueEntries();
        int vectors = peer.context.properties().completionVectors();
        EnumSet<CompletionField> length = EnumSet.of(CompletionField.BYTE_LENGTH);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> peer.context.completionQueue(largest + 1, null, 0, length))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> peer.context.completionQueue(10, null, vectors + 1, length))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aCompletionQueueIsResizedBothWays() {
        CompletionQueue queue = peer.context.completionQueue(3);
        queue.resize(1);
        assertThat(queue.entries()).isPositive();

        queue.resize(7);
        assertThat(queue.entries()).isGreaterThanOrEqualTo(7);
    }

    @Test
    void aWayIsMadeAndClosedAndClosedAgain() {
        AddressHandle way = peer.domain.addressHandle(bed.way(peer.context, peer.context));
        assertThat(way.isClosed()).isFalse();

        way.close();
        way.close();

        assertThat(way.isClosed()).isTrue();
    }

    @Test
    void onEthernetThereIsNoWayWithoutAGid() {
        if (bed.linkLayer() != LinkLayer.ETHERNET) {
            assertThat(peer.domain.addressHandle(AddressVector.to(1, Lid.of(1))).isClosed())
                    .isFalse();
            return;
        }
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> peer.domain.addressHandle(AddressVector.to(1, Lid.of(1))))
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_create_ah"));
    }
}
