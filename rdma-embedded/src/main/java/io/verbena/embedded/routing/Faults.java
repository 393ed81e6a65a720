package io.verbena.embedded.routing;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The faults that affect the packets of a fabric. Each kind of fault has a random sequence of its own. Faults are
 * changed under the lock of the timeline, and read by any thread.
 */
public final class Faults {
    private volatile long delayNanos;
    private volatile long spreadNanos;
    private volatile Chance loss = Chance.NONE;
    private volatile Chance duplication = Chance.NONE;
    private volatile Chance reordering = Chance.NONE;
    private volatile boolean quiet = true;

    /** An event that affects a fraction of all packets. */
    private record Chance(double fraction, SplittableRandom random) {
        static final Chance NONE = new Chance(0, new SplittableRandom(0));

        static Chance of(double fraction, long seed) {
            if (!(fraction >= 0 && fraction <= 1)) {
                throw new IllegalArgumentException(
                        fraction + " is not a fraction; use a number from 0 (no packet) to 1 (all packets)");
            }
            return new Chance(fraction, new SplittableRandom(seed));
        }

        boolean strikes() {
            if (fraction == 0) {
                return false;
            }
            synchronized (random) {
                return random.nextDouble() < fraction;
            }
        }

        long upTo(long most) {
            synchronized (random) {
                return random.nextLong(most + 1);
            }
        }
    }

    /** Delays all packets. */
    public void delay(Duration delay) {
        delayNanos = requirePositive(delay);
        changed();
    }

    /** Loses a fraction of the packets at random. */
    public void loss(double fraction, long seed) {
        loss = Chance.of(fraction, seed);
        changed();
    }

    /** Duplicates a fraction of the packets at random. */
    public void duplicate(double fraction, long seed) {
        duplication = Chance.of(fraction, seed);
        changed();
    }

    /**
     * Delays a fraction of the packets by a random time, so that other packets overtake them.
     *
     * @param upTo the maximum additional delay
     */
    public void reorder(double fraction, Duration upTo, long seed) {
        spreadNanos = requirePositive(upTo);
        reordering = Chance.of(fraction, seed);
        changed();
    }

    /** Removes all faults. */
    public void clear() {
        delayNanos = 0;
        spreadNanos = 0;
        loss = Chance.NONE;
        duplication = Chance.NONE;
        reordering = Chance.NONE;
        changed();
    }

    private void changed() {
        quiet = delayNanos == 0 && loss.fraction() == 0 && duplication.fraction() == 0 && reordering.fraction() == 0;
    }

    /** Returns whether there are no faults. */
    public boolean isQuiet() {
        return quiet;
    }

    /** Returns the delay of all packets. */
    public Duration delay() {
        return Duration.ofNanos(delayNanos);
    }

    /** Returns the maximum additional delay of reordered packets. */
    public Duration spread() {
        return Duration.ofNanos(spreadNanos);
    }

    /** Returns the fraction of packets that are lost. */
    public double loss() {
        return loss.fraction();
    }

    /** Returns the fraction of packets that are duplicated. */
    public double duplication() {
        return duplication.fraction();
    }

    /** Returns the fraction of packets that are reordered. */
    public double reordering() {
        return reordering.fraction();
    }

    private static long requirePositive(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay must not be negative: " + delay);
        }
        return delay.toNanos();
    }

    /** Returns whether the next packet is lost. */
    public boolean loses() {
        return loss.strikes();
    }

    /** Returns whether the next packet is duplicated. */
    public boolean duplicates() {
        return duplication.strikes();
    }

    /** Returns the delay of the next packet in nanoseconds. */
    public long delayNanos() {
        Chance held = reordering;
        return held.strikes() ? delayNanos + held.upTo(spreadNanos) : delayNanos;
    }
}
