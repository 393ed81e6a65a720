package io.verbena.efa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the order of messages and their flow control, without a device. */
class SrdOrderTest {
    @Test
    void messagesAreTakenInTheirOrder() {
        SrdOrder order = new SrdOrder(4);

        assertThat(order.arrived(2, 12)).isTrue();
        assertThat(order.arrived(1, 11)).isTrue();
        assertThat(order.isReady()).isFalse();
        assertThat(order.arrived(0, 10)).isTrue();

        assertThat(List.of(order.take(), order.take(), order.take())).containsExactly(10, 11, 12);
        assertThat(order.isReady()).isFalse();
    }

    @Test
    void aMessageOutsideOfTheWindowIsRefused() {
        SrdOrder order = new SrdOrder(4);

        assertThat(order.arrived(4, 1)).isFalse();
        assertThat(order.arrived(-1, 1)).isFalse();
        assertThat(order.arrived(Integer.MIN_VALUE, 1)).isFalse();
        assertThat(order.arrived(3, 1)).isTrue();
        assertThat(order.arrived(3, 2)).as("twice").isFalse();

        order.arrived(0, 3);
        order.take();
        assertThat(order.arrived(0, 3)).as("taken already").isFalse();
        assertThat(order.arrived(4, 4)).as("not released yet").isFalse();
        order.released();
        assertThat(order.arrived(4, 4)).isTrue();
    }

    @Test
    void theEndNeedsNoRoomAndComesLast() {
        SrdOrder order = new SrdOrder(2);
        order.arrived(1, 1);

        assertThat(order.ended(1)).as("before a message").isFalse();
        assertThat(order.ended(3)).as("outside of the window").isFalse();
        assertThat(order.ended(2)).isTrue();
        assertThat(order.ended(1)).as("another end").isFalse();
        assertThat(order.ended(2)).as("a close repeats the end").isTrue();
        assertThat(order.isComplete()).isFalse();
        assertThat(order.isOver()).isFalse();
        order.arrived(0, 0);
        order.take();
        order.released();
        assertThat(order.arrived(2, 2)).as("behind the end").isFalse();
        order.take();

        assertThat(order.isOver()).isTrue();
    }

    @Test
    void aSenderStopsAtTheLimitWhichOnlyGrows() {
        SrdOrder order = new SrdOrder(1);
        assertThat(order.maySend()).isFalse();
        order.opened(2);
        order.nextSequence();
        order.nextSequence();
        assertThat(order.maySend()).isFalse();

        assertThat(order.granted(3, 2)).isTrue();
        assertThat(order.granted(2, 2)).as("overtaken").isTrue();

        assertThat(order.maySend()).isTrue();
        assertThat(order.granted(5, 2)).as("more than the window of the peer").isFalse();
    }

    @Test
    void aLimitIsAnnouncedWhenItHasGrownByHalfOfAWindow() {
        SrdOrder order = new SrdOrder(4);
        for (int i = 0; i < 4; i++) {
            order.arrived(i, i);
            order.take();
        }
        order.released();
        assertThat(order.owesGrant()).isFalse();
        order.released();
        assertThat(order.owesGrant()).isTrue();

        assertThat(order.grant()).isEqualTo(6);
        assertThat(order.owesGrant()).isFalse();
    }

    @Test
    void whatIsDiscardedIsReturned() {
        SrdOrder order = new SrdOrder(4);
        order.arrived(3, 7);

        assertThat(order.discard()).isEqualTo(7);
        assertThat(order.discard()).isNegative();
    }

    /** Messages and limits overtake each other at random, and a receiver releases what it takes late. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 64})
    void everythingArrivesInOrder(int window) {
        SplittableRandom random = new SplittableRandom(window);
        SrdOrder sender = new SrdOrder(1);
        SrdOrder receiver = new SrdOrder(window);
        sender.opened(window);
        List<Integer> messages = new ArrayList<>();
        List<Integer> limits = new ArrayList<>();
        int taken = 0;
        int held = 0;
        int creditMessages = 0;
        while (taken < 20_000) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    if (sender.maySend()) {
                        messages.add(sender.nextSequence());
                    }
                }
                case 2 -> {
                    if (!messages.isEmpty()) {
                        int sequence = messages.remove(random.nextInt(messages.size()));
                        assertThat(receiver.arrived(sequence, sequence)).isTrue();
                    }
                }
                case 3 -> {
                    if (receiver.isReady()) {
                        assertThat(receiver.take()).isEqualTo(taken++);
                        held++;
                    }
                    if (!limits.isEmpty()) {
                        assertThat(sender.granted(limits.remove(random.nextInt(limits.size())), window))
                                .isTrue();
                    }
                }
                default -> {
                    if (held > 0) {
                        held--;
                        receiver.released();
                    }
                    if (receiver.owesGrant()) {
                        limits.add(receiver.grant());
                        creditMessages++;
                        assertThat(limits.size()).as("limits in flight").isLessThanOrEqualTo(2);
                    }
                }
            }
        }
        assertThat(creditMessages).isPositive();
    }
}
