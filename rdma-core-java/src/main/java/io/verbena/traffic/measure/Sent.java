package io.verbena.traffic.measure;

/**
 * What one side has sent in one measurement.
 *
 * @param messages how many
 * @param nanos from the first request to the last completion
 * @param peakBytesPerSecond in the fastest stretch of as many messages as are under way at once
 */
public record Sent(long messages, long nanos, long peakBytesPerSecond) {
    /** Of a side that sends nothing. */
    static final Sent NONE = new Sent(0, 0, 0);

    /** Refuses what cannot be. */
    public Sent {
        if (messages < 0 || nanos < 0 || peakBytesPerSecond < 0) {
            throw new IllegalArgumentException("what was sent, " + messages + " messages in " + nanos + " ns");
        }
    }

    double messagesPerSecond() {
        return messages == 0 ? 0 : messages * 1e9 / Math.max(1, nanos);
    }
}
