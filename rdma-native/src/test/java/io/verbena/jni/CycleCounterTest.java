package io.verbena.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

@NeedsNativeCode
class CycleCounterTest {
    @Test
    void advancesBetweenTwoReadings() {
        assumeTrue(CycleCounter.isInvariant(), "the counter of this processor does not measure time");

        assertThat(CycleCounter.read()).isLessThan(CycleCounter.read());
    }
}
