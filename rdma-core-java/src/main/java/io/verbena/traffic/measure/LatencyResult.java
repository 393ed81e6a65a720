package io.verbena.traffic.measure;

import java.util.List;

/**
 * The latency of messages of one size.
 *
 * @param size the message size in bytes
 * @param latency the latency that the client measured
 * @param histogram the histogram, in ascending order; only on the client
 */
public record LatencyResult(int size, Latency latency, List<Bucket> histogram) {
    /**
     * A bucket of the histogram.
     *
     * @param upTo the upper bound of the latency in nanoseconds
     * @param messages the number of messages
     */
    public record Bucket(long upTo, long messages) {}
}
