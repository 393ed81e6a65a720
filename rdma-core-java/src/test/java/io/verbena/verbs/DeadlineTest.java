package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void timeCountsFromTheFirstQuestionOn() throws InterruptedException {
        Deadline deadline = Deadline.in(SECOND);
        Thread.sleep(20);
        assertThat(deadline.remaining()).isEqualTo(SECOND);

        Thread.sleep(20);
        assertThat(deadline.remaining()).isLessThanOrEqualTo(SECOND.minusMillis(20));
    }

    @Test
    void waitsThatTellWhatTheyLeftAreAddedUp() {
        Deadline deadline = Deadline.in(SECOND);
        for (long left = 900; left >= 0; left -= 100) {
            assertThat(deadline.isSpent()).isFalse();
            assertThat(deadline.nanosToWait()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(left + 100));
            deadline.left(TimeUnit.MILLISECONDS.toNanos(left));
        }

        assertThat(deadline.isSpent()).isTrue();
        assertThat(deadline.isOver()).isTrue();
        assertThat(deadline.remaining()).isEqualTo(Duration.ZERO);
    }

    @Test
    void whatHappensBetweenWaitsCountsToo() throws InterruptedException {
        Deadline deadline = Deadline.in(SECOND);
        for (int i = 0; i < 100; i++) {
            long nanos = deadline.nanosToWait();
            Thread.sleep(2);
            deadline.left(nanos);
        }

        assertThat(deadline.remaining()).isLessThan(SECOND.minusMillis(100));
    }

    @Test
    void timeOfAWaitIsSubtractedOnce() throws InterruptedException {
        Deadline deadline = Deadline.in(SECOND);
        long begin = System.nanoTime();
        long nanos = deadline.remaining().toNanos();
        Thread.sleep(300);
        deadline.left(nanos - TimeUnit.MILLISECONDS.toNanos(300));

        Duration remaining = deadline.remaining();
        Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
        assertThat(remaining).isBetween(SECOND.minus(elapsed), SECOND.minusMillis(300));
    }

    @Test
    void whatIsLeftIsToldByAnyMeasureAndWhatItWasStays() throws InterruptedException {
        Deadline deadline = Deadline.in(SECOND);
        Thread.sleep(1);

        assertThat(deadline.remainingNanos()).isEqualTo(SECOND.toNanos());
        Thread.sleep(1);
        assertThat(deadline.remainingNanos()).isLessThan(SECOND.toNanos());
        assertThat(deadline.timeout()).isEqualTo(SECOND);
    }

    @Test
    void timesThatCannotBeWaitedAreThoseThatCan() {
        assertThat(Deadline.in(Duration.ofSeconds(-1)).isOver()).isTrue();
        assertThat(Deadline.in(Duration.ofSeconds(Long.MAX_VALUE)).remaining())
                .isGreaterThan(Duration.ofDays(365 * 70));
        assertThat(Deadline.in(Duration.ofNanos(1)).remainingMillis()).isEqualTo(1);
    }
}
