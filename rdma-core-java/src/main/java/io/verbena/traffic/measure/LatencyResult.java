package io.verbena.traffic.measure;

import java.util.List;

/**
 * The latency of messages of one size.
 *
 * @param size their bytes
 * @param latency as the client has timed it
 * @param histogram how many took how long, the shortest first; only of the client
 */
public record LatencyResult(int size, Latency latency, List<Bucket> histogram) {
    /**
     * Messages that took about as long.
     *
     * @param upTo the longest of them, nanoseconds
     * @param messages how many
     */
    public record Bucket(long upTo, long messages) {}
}
