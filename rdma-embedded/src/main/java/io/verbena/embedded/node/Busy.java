package io.verbena.embedded.node;

import java.util.SplittableRandom;

/** Decides which requests a node answers with status "busy": the next few, or a fraction of all. */
public final class Busy {
    private final double fraction;
    private final SplittableRandom random;
    private int left;

    private Busy(int left, double fraction, long seed) {
        this.left = left;
        this.fraction = fraction;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Selects the next requests.
     *
     * @param answers number of requests
     */
    public static Busy next(int answers) {
        return new Busy(answers, 0, 0);
    }

    /** Selects a fraction of all requests at random; the same seed selects the same requests. */
    public static Busy fraction(double fraction, long seed) {
        return new Busy(0, fraction, seed);
    }

    /** Returns how many of the next requests are left. */
    public int left() {
        return left;
    }

    /** Returns the fraction of requests; 0 for the next requests. */
    public double fraction() {
        return fraction;
    }

    /** Returns whether the current request is selected. */
    public boolean strikes() {
        if (left > 0) {
            left--;
            return true;
        }
        return fraction > 0 && random.nextDouble() < fraction;
    }
}
