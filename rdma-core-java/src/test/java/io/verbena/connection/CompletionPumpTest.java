package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.WorkCompletion;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Completions that never cease, as of a peer that sends on and on: no device can be made to have the next one there each time,
 * so the queue is.
 */
class CompletionPumpTest {
    /** Number of polls that only a thread that never returns reaches. */
    private static final int FOR_EVER = 10_000;

    /** Number of completions that one poll takes. */
    private static final int BATCH = 32;

    private static final int ENTRIES = 3 * BATCH;

    private final CompletionQueue queue = mock(withSettings().stubOnly());
    private final CompletionBatch batch = mock(withSettings().stubOnly());
    private CompletionPump pump;
    private int taken;
    private int polls;
    private boolean waited;

    @BeforeEach
    void open() {
        when(queue.batch(anyInt())).thenReturn(batch);
        when(queue.entries()).thenReturn(ENTRIES);
        when(queue.tryYield()).thenReturn(true);
        when(queue.awaitNotification(anyLong(), any(Deadline.class))).thenAnswer(call -> {
            waited = true;
            return !call.getArgument(1, Deadline.class).isOver();
        });
        WorkCompletion completion = mock(withSettings().stubOnly());
        when(batch.get(anyInt())).thenReturn(completion);
        pump = new CompletionPump(queue);
        pump.sink(0, (sequence, each) -> taken++);
    }

    private void eachPollTakes(int count) {
        when(queue.poll(batch)).thenAnswer(call -> {
            polls++;
            assertThat(polls).as("looks for completions").isLessThan(FOR_EVER);
            return count;
        });
    }

    @Test
    void aWaitChecksItsDeadlineWhileCompletionsKeepComing() {
        eachPollTakes(1);

        assertThat(pump.await(() -> false, Deadline.in(Duration.ZERO))).isFalse();

        assertThat(waited).isTrue();
        assertThat(taken).isEqualTo(polls);
    }

    @Test
    void aWaitEndsWithoutANotificationWhenYieldingSuffices() {
        eachPollTakes(1);

        assertThat(pump.await(() -> taken == 10, Deadline.in(Duration.ZERO))).isTrue();

        assertThat(waited).isFalse();
        assertThat(taken).isEqualTo(10);
    }

    @Test
    void theThreadOfTheGroupServesOtherConnectionsWhileCompletionsKeepComing() {
        eachPollTakes(1);

        pump.serve(false);

        assertThat(taken).isEqualTo(polls);
    }

    @Test
    void noMoreIsTakenAtOnceThanFitsIntoTheQueueHoweverFastCompletionsCome() {
        eachPollTakes(BATCH);

        pump.drive();

        assertThat(taken).isGreaterThanOrEqualTo(ENTRIES).isLessThanOrEqualTo(ENTRIES + BATCH);
    }

    @Test
    void aWaitSeesItsDeadlineAndDoesNotSleepWhileCompletionsAreLeft() {
        eachPollTakes(BATCH);

        assertThat(pump.await(() -> false, Deadline.in(Duration.ZERO))).isFalse();

        assertThat(waited).isFalse();
    }

    @Test
    void serveReportsThatCompletionsAreLeft() {
        eachPollTakes(BATCH);
        assertThat(pump.serve(false)).isTrue();

        eachPollTakes(BATCH - 1);
        assertThat(pump.serve(false)).isFalse();
        assertThat(pump.serve(true)).isFalse();
    }
}
