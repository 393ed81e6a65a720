package io.verbena.traffic.measure;

/**
 * The latency of messages in nanoseconds: for reads and atomics until their completion, for sends and writes half of
 * the round trip.
 *
 * @param messages the number of measured messages
 * @param least the minimum
 * @param most the maximum
 * @param median the median
 * @param mean the arithmetic mean
 * @param deviation the standard deviation
 * @param p90 the 90th percentile
 * @param p99 the 99th percentile
 * @param p999 the 99.9th percentile
 */
public record Latency(
        long messages, long least, long most, long median, long mean, long deviation, long p90, long p99, long p999) {
    /** Checks the values. */
    public Latency {
        if (messages < 0
                || least < 0
                || most < least
                || median < 0
                || mean < 0
                || deviation < 0
                || p90 < 0
                || p99 < 0
                || p999 < 0) {
            throw new IllegalArgumentException(
                    "a latency from " + least + " to " + most + " ns of " + messages + " messages");
        }
    }
}
