package io.verbena.embedded.node;

import java.util.SplittableRandom;

/** Decides which answers of a node are "busy": the next few, or a fraction of all. */
public final class Busy {
    private final double fraction;
    private final SplittableRandom random;
    private int left;

    private Busy(int left, double fraction, long seed) {
        this.left = left;
        this.fraction = fraction;
        this.random = new SplittableRandom(seed);
    }

    /** The next so many. */
    public static Busy next(int answers) {
        return new Busy(answers, 0, 0);
    }

    /** A fraction of all, the same ones for the same seed. */
    public static Busy fraction(double fraction, long seed) {
        return new Busy(0, fraction, seed);
    }

    /** How many answers are left of those that are counted. */
    public int left() {
        return left;
    }

    /** Which fraction of all answers it is; 0 where they are counted. */
    public double fraction() {
        return fraction;
    }

    /** Whether the answer that is due now is. */
    public boolean strikes() {
        if (left > 0) {
            left--;
            return true;
        }
        return fraction > 0 && random.nextDouble() < fraction;
    }
}
