package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YieldPolicyTest {
    private final YieldPolicy yieldPolicy = new YieldPolicy();

    private int waitsUntilDue() {
        for (int waits = 1; waits < 100; waits++) {
            if (yieldPolicy.isDue()) {
                return waits;
            }
        }
        throw new AssertionError("never");
    }

    @Test
    void itIsTriedNowAndThen() {
        assertThat(waitsUntilDue()).isEqualTo(4);
        yieldPolicy.found(0);
        assertThat(waitsUntilDue()).isEqualTo(4);
    }

    @Test
    void itIsDoneWhileItBringsSomething() {
        assertThat(waitsUntilDue()).isEqualTo(4);
        for (int i = 0; i < 100; i++) {
            yieldPolicy.found(1);
            assertThat(yieldPolicy.isDue()).isTrue();
        }
    }

    @Test
    void itIsLeftWhenItWasInVainTooOften() {
        assertThat(waitsUntilDue()).isEqualTo(4);
        yieldPolicy.found(2);
        for (int i = 0; i < 16; i++) {
            assertThat(yieldPolicy.isDue()).isTrue();
            yieldPolicy.found(0);
        }
        assertThat(waitsUntilDue()).isEqualTo(4);
    }

    @Test
    void whatComesWithoutItSaysNothing() {
        yieldPolicy.found(32);

        assertThat(yieldPolicy.isDue()).isFalse();
    }
}
