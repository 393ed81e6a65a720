package io.verbena.diag.validate;

import io.verbena.diag.ErrorThresholds;
import io.verbena.error.Ranges;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.subnet.Subnet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The expectations of an operator. Immutable.
 *
 * @param expectedSpeed the minimum speed of links per lane; null to compare only with what both ends support
 * @param expectedWidth the minimum width of links; null to compare only with what both ends support
 * @param thresholds the limits of error counters since their reset
 * @param bitErrorRate the maximum rate of bit errors that remain after error correction
 * @param rawBitErrorRate the maximum rate of bit errors before error correction
 * @param congestion the maximum fraction of time for which a port may wait for credits, from 0 to 1
 * @param serviceLevels the service levels that traffic uses, from 0 to 15
 * @param pairs the pairs of nodes, by name, that must share a partition
 * @param reference the subnet as it should be; null if there is none
 * @param skipped the names of checks that do not run
 */
public record ValidationOptions(
        @Nullable LaneSpeed expectedSpeed,
        @Nullable LinkWidth expectedWidth,
        ErrorThresholds thresholds,
        double bitErrorRate,
        double rawBitErrorRate,
        double congestion,
        Set<Integer> serviceLevels,
        List<Pair> pairs,
        @Nullable Subnet reference,
        Set<String> skipped) {
    /**
     * The defaults: the thresholds of infiniband-diags, a bit error rate of 10^-12, 10^-6 before error correction, and
     * service level 0.
     */
    public static final ValidationOptions DEFAULTS = builder().build();

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException if a service level is out of range
     */
    public ValidationOptions {
        serviceLevels = Set.copyOf(serviceLevels);
        pairs = List.copyOf(pairs);
        skipped = Set.copyOf(skipped);
        serviceLevels.forEach(level -> Ranges.check("service level", level, 0, 15));
    }

    /**
     * Two nodes, by name, that must share a partition.
     *
     * @param one the first node
     * @param other the second node
     */
    public record Pair(String one, String other) {}

    /** Returns a builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Sets single expectations. Not safe for use by several threads. */
    public static final class Builder {
        private @Nullable LaneSpeed speed;
        private @Nullable LinkWidth width;
        private ErrorThresholds thresholds = ErrorThresholds.PREDEFINED;
        private double bitErrorRate = 1e-12;
        private double rawBitErrorRate = 1e-6;
        private double congestion = 0.5;
        private Set<Integer> serviceLevels = Set.of(0);
        private List<Pair> pairs = List.of();
        private @Nullable Subnet reference;
        private Set<String> skipped = Set.of();

        private Builder() {}

        /** Sets the minimum speed and width of links; null for no minimum. */
        public Builder expecting(@Nullable LaneSpeed minSpeed, @Nullable LinkWidth minWidth) {
            speed = minSpeed;
            width = minWidth;
            return this;
        }

        /** Sets the limits of error counters. */
        public Builder thresholds(ErrorThresholds limits) {
            thresholds = limits;
            return this;
        }

        /** Sets the maximum rate of bit errors and the maximum fraction of waiting. */
        public Builder limits(double maxBitErrorRate, double maxCongestion) {
            bitErrorRate = maxBitErrorRate;
            congestion = maxCongestion;
            return this;
        }

        /** Sets the maximum rate of bit errors before error correction. */
        public Builder rawBitErrorRate(double max) {
            rawBitErrorRate = max;
            return this;
        }

        /** Sets the service levels that traffic uses. */
        public Builder serviceLevels(Set<Integer> levels) {
            serviceLevels = levels;
            return this;
        }

        /** Sets the pairs of nodes that must share a partition. */
        public Builder pairs(List<Pair> required) {
            pairs = required;
            return this;
        }

        /** Sets the subnet as it should be; null if there is none. */
        public Builder reference(@Nullable Subnet expected) {
            reference = expected;
            return this;
        }

        /** Sets the checks that do not run. */
        public Builder without(Set<String> checks) {
            skipped = checks;
            return this;
        }

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if a service level is out of range
         */
        public ValidationOptions build() {
            return new ValidationOptions(
                    speed,
                    width,
                    thresholds,
                    bitErrorRate,
                    rawBitErrorRate,
                    congestion,
                    serviceLevels,
                    pairs,
                    reference,
                    skipped);
        }
    }
}
