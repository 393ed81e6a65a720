package io.verbena.traffic.measure;

/**
 * How long messages took, in nanoseconds: of reads and atomics until they are completed, of sends and writes half of the way
 * there and back.
 *
 * @param messages how many were timed
 * @param least the shortest
 * @param most the longest
 * @param median half of them took no longer: what is typical
 * @param mean the arithmetic mean
 * @param deviation the standard deviation
 * @param p90 nine of ten took no longer
 * @param p99 99 of a hundred
 * @param p999 999 of a thousand
 */
public record Latency(
        long messages, long least, long most, long median, long mean, long deviation, long p90, long p99, long p999) {
    /** Refuses what cannot be. */
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
