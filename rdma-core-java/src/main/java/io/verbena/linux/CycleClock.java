package io.verbena.linux;

import io.verbena.jni.CycleCounter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that counts cycles of the processor, as the programs of perftest do: reading it takes no system call, even where
 * {@link System#nanoTime} takes one, as in some virtual machines. Its rate is measured when it is first used, which takes 50 ms.
 */
final class CycleClock {
    private static final long CALIBRATION_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int ATTEMPTS = 5;

    /** Zero if the counter does not measure time. */
    static final double NANOS_PER_CYCLE = CycleCounter.isInvariant() ? calibrate() : 0;

    private static final long START = CycleCounter.read();

    private CycleClock() {}

    /** Returns the nanoseconds since an arbitrary instant. */
    static long nanoTime() {
        return NANOS_PER_CYCLE == 0 ? System.nanoTime() : (long) ((CycleCounter.read() - START) * NANOS_PER_CYCLE);
    }

    private static double calibrate() {
        Reading first = Reading.take();
        for (long now = first.nanos; now - first.nanos < CALIBRATION_NANOS; now = System.nanoTime()) {
            LockSupport.parkNanos(CALIBRATION_NANOS - (now - first.nanos));
        }
        Reading last = Reading.take();
        return (double) (last.nanos - first.nanos) / (last.cycles - first.cycles);
    }

    /** Both clocks at one instant. */
    private record Reading(long nanos, long cycles) {
        /** Reads both clocks, several times, and returns the reading that took the least time. */
        static Reading take() {
            Reading best = new Reading(0, 0);
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < ATTEMPTS; i++) {
                long before = System.nanoTime();
                long cycles = CycleCounter.read();
                long after = System.nanoTime();
                if (after - before < shortest) {
                    shortest = after - before;
                    best = new Reading(before + shortest / 2, cycles);
                }
            }
            return best;
        }
    }
}
