package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That nothing is left of programs that open devices, connect, transfer and close, however often they do: a cycle is one. */
public abstract class NothingLeftContract {
    /** Until all that is made once has been made. */
    private static final int FIRST = 20;

    private static final int CYCLES = Integer.getInteger("verbena.cycles", 500);

    /** Number of cycles that are counted; half as many, at most 20, come before. */
    protected int cycles() {
        return CYCLES;
    }

    /** Opens, connects, transfers this value, and closes. */
    protected abstract void cycle(byte value);

    /** Returns the numbers of queue pairs, regions and other objects that the kernel holds for users of these devices. */
    protected abstract String kernelObjects();

    @Test
    @Timeout(3600) // each wait in a cycle has its own limit
    void nothingIsLeftOfManyCycles() {
        cycles(Math.min(FIRST, Math.max(1, cycles() / 2)));
        Usage before = Usage.settled();
        String objects = kernelObjects();

        cycles(cycles());

        Usage after = before.awaitSettled();
        assertThat(kernelObjects()).isEqualTo(objects);
        assertThat(after.descriptors()).as("descriptors").isLessThanOrEqualTo(before.descriptors());
        assertThat(after.pinnedKilobytes()).as("pinned memory").isLessThanOrEqualTo(before.pinnedKilobytes());
        assertThat(after.directBytes()).as("direct memory").isLessThanOrEqualTo(before.directBytes());
        assertThat(before.threads()).containsAll(after.threads());
    }

    private void cycles(int times) {
        for (int i = 0; i < times; i++) {
            cycle((byte) (i | 1));
        }
    }
}
