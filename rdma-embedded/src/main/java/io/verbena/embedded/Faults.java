package io.verbena.embedded;

import java.time.Duration;
import java.util.SplittableRandom;

/** What goes wrong with the fabric as a whole. */
final class Faults {
    private volatile long delayNanos;
    private volatile double fraction;
    private SplittableRandom random = new SplittableRandom();

    void delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay cannot be negative, as " + delay + " is");
        }
        delayNanos = delay.toNanos();
    }

    long delayNanos() {
        return delayNanos;
    }

    synchronized void loss(double lostFraction, long seed) {
        if (!(lostFraction >= 0 && lostFraction <= 1)) {
            throw new IllegalArgumentException(
                    lostFraction + " is not a fraction of answers; it is from 0, for none, to 1, for all");
        }
        fraction = lostFraction;
        random = new SplittableRandom(seed);
    }

    /** Whether this answer gets lost. */
    boolean strikes() {
        return fraction > 0 && draw() < fraction;
    }

    private synchronized double draw() {
        return random.nextDouble();
    }
}
