package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GivingWayTest {
    private final GivingWay givingWay = new GivingWay();

    private int waitsUntilDue() {
        for (int waits = 1; waits < 100; waits++) {
            if (givingWay.isDue()) {
                return waits;
            }
        }
        throw new AssertionError("never");
    }

    @Test
    void itIsTriedNowAndThen() {
        assertThat(waitsUntilDue()).isEqualTo(4);
        givingWay.found(0);
        assertThat(waitsUntilDue()).isEqualTo(4);
    }

    @Test
    void itIsDoneWhileItBringsSomething() {
        assertThat(waitsUntilDue()).isEqualTo(4);
        for (int i = 0; i < 100; i++) {
            givingWay.found(1);
            assertThat(givingWay.isDue()).isTrue();
        }
    }

    @Test
    void itIsLeftWhenItWasInVainTooOften() {
        assertThat(waitsUntilDue()).isEqualTo(4);
        givingWay.found(2);
        for (int i = 0; i < 16; i++) {
            assertThat(givingWay.isDue()).isTrue();
            givingWay.found(0);
        }
        assertThat(waitsUntilDue()).isEqualTo(4);
    }

    @Test
    void whatComesWithoutItSaysNothing() {
        givingWay.found(32);

        assertThat(givingWay.isDue()).isFalse();
    }
}
