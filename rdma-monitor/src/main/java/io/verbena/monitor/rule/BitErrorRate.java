package io.verbena.monitor.rule;

import java.time.Duration;

/**
 * A bit error rate from counted errors, with its limits at a confidence of 95 %. Symbol errors count symbols or blocks,
 * not bits, so the rate is an estimate.
 *
 * @param errors the number of errors
 * @param bits the number of bits in which they were counted
 */
public record BitErrorRate(long errors, double bits) {
    /** Quantile of the normal distribution for 95 % on one side. */
    private static final double QUANTILE = 1.6449;

    /** Number of errors that are expected where none were seen, at 95 %: -ln 0.05. */
    private static final double NONE_SEEN = 2.9957;

    /** Returns the errors by the bits. */
    public double estimate() {
        return errors / bits;
    }

    /** Returns the rate that is not exceeded, with a confidence of 95 % (approximation of Poisson by a cube root). */
    public double upper() {
        return (errors == 0 ? NONE_SEEN : limit(errors + 1.0, QUANTILE)) / bits;
    }

    /** Returns the rate that is reached at least, with a confidence of 95 %. */
    public double lower() {
        return errors == 0 ? 0 : limit((double) errors, -QUANTILE) / bits;
    }

    private static double limit(double mean, double quantile) {
        double root = 1 - 1 / (9 * mean) + quantile / (3 * Math.sqrt(mean));
        return mean * root * root * root;
    }

    /** Returns the time without errors after which a link of a rate is known to be better than a bit error rate. */
    public static Duration timeToTell(double rate, double bitsPerSecond) {
        return Duration.ofMillis(Math.round(NONE_SEEN / rate / bitsPerSecond * 1000));
    }
}
