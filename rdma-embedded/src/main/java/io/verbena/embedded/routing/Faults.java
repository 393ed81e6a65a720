package io.verbena.embedded.routing;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * What goes wrong with the packets of a fabric. Each kind of fault draws from a sequence of its own. Changed under the lock
 * of the timeline, asked by anybody.
 */
public final class Faults {
    private volatile long delayNanos;
    private volatile long spreadNanos;
    private volatile Chance loss = Chance.NONE;
    private volatile Chance duplication = Chance.NONE;
    private volatile Chance reordering = Chance.NONE;
    private volatile boolean quiet = true;

    /** Something that happens to a fraction of all datagrams. */
    private record Chance(double fraction, SplittableRandom random) {
        static final Chance NONE = new Chance(0, new SplittableRandom(0));

        static Chance of(double fraction, long seed) {
            if (!(fraction >= 0 && fraction <= 1)) {
                throw new IllegalArgumentException(
                        fraction + " is not a fraction of datagrams; it is from 0, for none, to 1, for all");
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

    /** Makes every datagram take so long. */
    public void delay(Duration delay) {
        delayNanos = requirePositive(delay);
        changed();
    }

    /** Makes datagrams get lost. */
    public void loss(double fraction, long seed) {
        loss = Chance.of(fraction, seed);
        changed();
    }

    /** Makes datagrams arrive twice. */
    public void duplicate(double fraction, long seed) {
        duplication = Chance.of(fraction, seed);
        changed();
    }

    /** Makes datagrams be overtaken, held up by a random time up to this. */
    public void reorder(double fraction, Duration upTo, long seed) {
        spreadNanos = requirePositive(upTo);
        reordering = Chance.of(fraction, seed);
        changed();
    }

    /** Ends them all. */
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

    /** Whether nothing goes wrong. */
    public boolean isQuiet() {
        return quiet;
    }

    /** How long every datagram takes. */
    public Duration delay() {
        return Duration.ofNanos(delayNanos);
    }

    /** How long a datagram is held up at most that is overtaken. */
    public Duration spread() {
        return Duration.ofNanos(spreadNanos);
    }

    /** Which fraction of datagrams gets lost. */
    public double loss() {
        return loss.fraction();
    }

    /** Which fraction of datagrams arrives twice. */
    public double duplication() {
        return duplication.fraction();
    }

    /** Which fraction of datagrams is held up. */
    public double reordering() {
        return reordering.fraction();
    }

    private static long requirePositive(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay cannot be negative, as " + delay + " is");
        }
        return delay.toNanos();
    }

    /** Whether the next datagram gets lost. */
    public boolean loses() {
        return loss.strikes();
    }

    /** Whether the next datagram arrives twice. */
    public boolean duplicates() {
        return duplication.strikes();
    }

    /** How long the next datagram takes. */
    public long delayNanos() {
        Chance held = reordering;
        return held.strikes() ? delayNanos + held.upTo(spreadNanos) : delayNanos;
    }
}
