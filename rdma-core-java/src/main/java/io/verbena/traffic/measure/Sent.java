package io.verbena.traffic.measure;

/**
 * The messages that one side has sent in a measurement.
 *
 * @param messages the number of messages
 * @param nanos the time from the first request to the last completion in nanoseconds
 * @param peakBytesPerSecond the bandwidth of the fastest window of as many messages as are in flight at a time
 */
public record Sent(long messages, long nanos, long peakBytesPerSecond) {
    /** The value of a side that sends nothing. */
    static final Sent NONE = new Sent(0, 0, 0);

    /** Checks the values. */
    public Sent {
        if (messages < 0 || nanos < 0 || peakBytesPerSecond < 0) {
            throw new IllegalArgumentException("invalid result: " + messages + " messages in " + nanos + " ns");
        }
    }

    double messagesPerSecond() {
        return messages == 0 ? 0 : messages * 1e9 / Math.max(1, nanos);
    }
}
