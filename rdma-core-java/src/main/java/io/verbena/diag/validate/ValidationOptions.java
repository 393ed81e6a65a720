package io.verbena.diag.validate;

import io.verbena.diag.ErrorThresholds;
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
 * @param bitErrorRate the maximum rate of bit errors
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
        double congestion,
        Set<Integer> serviceLevels,
        List<Pair> pairs,
        @Nullable Subnet reference,
        Set<String> skipped) {
    /** The defaults: the thresholds of infiniband-diags, a bit error rate of 10^-12, and service level 0. */
    public static final ValidationOptions DEFAULTS = new ValidationOptions(
            null, null, ErrorThresholds.PREDEFINED, 1e-12, 0.5, Set.of(0), List.of(), null, Set.of());

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException if a service level is out of range
     */
    public ValidationOptions {
        serviceLevels = Set.copyOf(serviceLevels);
        pairs = List.copyOf(pairs);
        skipped = Set.copyOf(skipped);
        for (int level : serviceLevels) {
            if (level < 0 || level > 15) {
                throw new IllegalArgumentException("service level is " + level + "; use a number from 0 to 15");
            }
        }
    }

    /**
     * Two nodes, by name, that must share a partition.
     *
     * @param one the first node
     * @param other the second node
     */
    public record Pair(String one, String other) {}

    /** Returns these options with minimum speed and width of links; null for no minimum. */
    public ValidationOptions expecting(@Nullable LaneSpeed speed, @Nullable LinkWidth width) {
        return new ValidationOptions(
                speed, width, thresholds, bitErrorRate, congestion, serviceLevels, pairs, reference, skipped);
    }

    /** Returns these options with other limits of error counters. */
    public ValidationOptions withThresholds(ErrorThresholds limits) {
        return new ValidationOptions(
                expectedSpeed,
                expectedWidth,
                limits,
                bitErrorRate,
                congestion,
                serviceLevels,
                pairs,
                reference,
                skipped);
    }

    /** Returns these options with another maximum rate of bit errors and another maximum fraction of waiting. */
    public ValidationOptions withLimits(double maxBitErrorRate, double maxCongestion) {
        return new ValidationOptions(
                expectedSpeed,
                expectedWidth,
                thresholds,
                maxBitErrorRate,
                maxCongestion,
                serviceLevels,
                pairs,
                reference,
                skipped);
    }

    /** Returns these options with other service levels. */
    public ValidationOptions withServiceLevels(Set<Integer> levels) {
        return new ValidationOptions(
                expectedSpeed, expectedWidth, thresholds, bitErrorRate, congestion, levels, pairs, reference, skipped);
    }

    /** Returns these options with pairs of nodes that must share a partition. */
    public ValidationOptions withPairs(List<Pair> required) {
        return new ValidationOptions(
                expectedSpeed,
                expectedWidth,
                thresholds,
                bitErrorRate,
                congestion,
                serviceLevels,
                required,
                reference,
                skipped);
    }

    /** Returns these options with the subnet as it should be; null if there is none. */
    public ValidationOptions withReference(@Nullable Subnet expected) {
        return new ValidationOptions(
                expectedSpeed,
                expectedWidth,
                thresholds,
                bitErrorRate,
                congestion,
                serviceLevels,
                pairs,
                expected,
                skipped);
    }

    /** Returns these options without some checks. */
    public ValidationOptions without(Set<String> checks) {
        return new ValidationOptions(
                expectedSpeed,
                expectedWidth,
                thresholds,
                bitErrorRate,
                congestion,
                serviceLevels,
                pairs,
                reference,
                checks);
    }
}
