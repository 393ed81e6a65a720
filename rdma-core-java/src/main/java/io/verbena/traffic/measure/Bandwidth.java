package io.verbena.traffic.measure;

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
