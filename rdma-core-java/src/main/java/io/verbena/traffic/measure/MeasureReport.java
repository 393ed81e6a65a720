package io.verbena.traffic.measure;

import java.util.List;
import java.util.Map;

/**
 * The result of a measurement, which both sides have, except for histograms.
 *
 * @param plan the parameters
 * @param device the local device
 * @param bandwidths the bandwidths by size, if bandwidth was measured
 * @param latencies the latencies by size, if latency was measured
 * @param usages the use of this host by size, as far as the options request it
 * @param cyclesPerNano the rate of the counter of processor cycles in gigahertz; 0 if it has no constant rate
 */
public record MeasureReport(
        MeasurePlan plan,
        String device,
        List<Bandwidth> bandwidths,
        List<LatencyResult> latencies,
        List<Usage> usages,
        double cyclesPerNano) {

    /** Creates a report without the use of this host. */
    public MeasureReport(MeasurePlan plan, String device, List<Bandwidth> bandwidths, List<LatencyResult> latencies) {
        this(plan, device, bandwidths, latencies, List.of(), 0);
    }

    /**
     * The use of this host during a measurement.
     *
     * @param processorPercent the part of the time that processors spent in programs, of the time that they spent in programs or
     *     idle, if the options request it and the measurement was limited by time
     * @param counters the changes of the counters
     */
    public record Usage(double processorPercent, Map<String, Long> counters) {}

    /**
     * The bandwidth of messages of one size.
     *
     * @param size the message size in bytes
     * @param own the messages that this side sent
     * @param peer the messages that the peer sent
     * @param lost the number of messages that were sent but not received, which is possible with UC and UD
     */
    public record Bandwidth(int size, Sent own, Sent peer, long lost) {
        /** Returns the number of messages that both sides sent. */
        public long messages() {
            return own.messages() + peer.messages();
        }

        /** Returns the message rate of both sides. */
        public double messagesPerSecond() {
            return own.messagesPerSecond() + peer.messagesPerSecond();
        }

        /** Returns the bandwidth of both sides in bytes per second. */
        public double bytesPerSecond() {
            return messagesPerSecond() * size;
        }

        /** Returns the sum of the peak bandwidths of both sides in bytes per second. */
        public double peakBytesPerSecond() {
            return (double) own.peakBytesPerSecond() + peer.peakBytesPerSecond();
        }
    }

    /**
     * The messages that one side has sent in a measurement.
     *
     * @param messages the number of messages
     * @param nanos the time from the first request to the last completion in nanoseconds
     * @param peakBytesPerSecond the bandwidth of the fastest window of as many messages as are in flight at a time
     * @param onSecondPort the number of messages that used the second port
     */
    public record Sent(long messages, long nanos, long peakBytesPerSecond, long onSecondPort) {
        /** The value of a side that sends nothing. */
        static final Sent NONE = new Sent(0, 0, 0);

        /** Creates the value of a side with one port. */
        public Sent(long messages, long nanos, long peakBytesPerSecond) {
            this(messages, nanos, peakBytesPerSecond, 0);
        }

        /** Checks the values. */
        public Sent {
            if (messages < 0 || nanos < 0 || peakBytesPerSecond < 0 || onSecondPort < 0) {
                throw new IllegalArgumentException("invalid result: " + messages + " messages in " + nanos + " ns");
            }
        }

        /** Returns the message rate. */
        public double messagesPerSecond() {
            return messages == 0 ? 0 : messages * 1e9 / Math.max(1, nanos);
        }

        /** Returns the message rate of the second port. */
        public double messagesPerSecondOnSecondPort() {
            return onSecondPort == 0 ? 0 : onSecondPort * 1e9 / Math.max(1, nanos);
        }
    }

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
            long messages,
            long least,
            long most,
            long median,
            long mean,
            long deviation,
            long p90,
            long p99,
            long p999) {
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

    /**
     * The latency of messages of one size.
     *
     * @param size the message size in bytes
     * @param latency the latency that the client measured
     * @param histogram the histogram, in ascending order; only on the client
     * @param singles each latency in nanoseconds, in order, if the options request them
     */
    public record LatencyResult(int size, Latency latency, List<Bucket> histogram, List<Long> singles) {
        /**
         * A bucket of the histogram.
         *
         * @param upTo the upper bound of the latency in nanoseconds
         * @param messages the number of messages
         */
        public record Bucket(long upTo, long messages) {}
    }
}
