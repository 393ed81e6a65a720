package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SampleWindowTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static SampleWindow busy(boolean readsProcessors) {
        SampleWindow window = new SampleWindow(SECOND / 10, SECOND, readsProcessors);
        window.start(0);
        window.contains(SECOND / 2);
        long end = System.nanoTime() + SECOND / 5;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return window;
    }

    @Test
    void theUseOfTheProcessorsIsReadOnRequest() {
        // A low priority of this program does not count, so the value may be zero.
        assertThat(busy(true).processorPercent()).isBetween(0.0, 100.0);
    }

    @Test
    void theUseOfTheProcessorsIsNotReadWithoutRequest() {
        assertThat(busy(false).processorPercent()).isZero();
    }

    @Test
    void aMarginAtBothEndsIsLeftOut() {
        SampleWindow window = new SampleWindow(SECOND / 10, SECOND, false);
        window.start(0);

        assertThat(window.contains(SECOND / 20)).isFalse();
        assertThat(window.contains(SECOND / 2)).isTrue();
        assertThat(window.contains(SECOND - SECOND / 20)).isFalse();
        assertThat(window.nanos()).isEqualTo(SECOND - SECOND / 5);
    }
}
