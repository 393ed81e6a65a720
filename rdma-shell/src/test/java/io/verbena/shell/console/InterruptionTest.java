package io.verbena.shell.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.console.TerminalRunner.Interruption;
import org.junit.jupiter.api.Test;

class InterruptionTest {
    private final Interruption interruption = new Interruption();

    @Test
    void interruptsTheRunningCommand() {
        boolean[] reached = new boolean[1];

        interruption.guard(() -> {
            interruption.interrupt();
            reached[0] = Thread.currentThread().isInterrupted();
        });

        assertThat(reached[0]).isTrue();
    }

    @Test
    void doesNotAffectTheNextCommand() {
        interruption.guard(interruption::interrupt);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        interruption.interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
