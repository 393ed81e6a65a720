package io.verbena.traffic.measure;

/**
 * The bandwidth of messages of one size.
 *
 * @param size their bytes
 * @param own what this side sent
 * @param peer what the other side sent
 * @param lost messages that were sent and not received, which may be of UC and UD; 0 where nothing is received
 */
public record Bandwidth(int size, Sent own, Sent peer, long lost) {
    /** How many messages both sides sent. */
    public long messages() {
        return own.messages() + peer.messages();
    }

    /** What both sides sent in a second. */
    public double messagesPerSecond() {
        return own.messagesPerSecond() + peer.messagesPerSecond();
    }

    /** The bytes of that. */
    public double bytesPerSecond() {
        return messagesPerSecond() * size;
    }

    /** The same where each side was fastest. */
    public double peakBytesPerSecond() {
        return (double) own.peakBytesPerSecond() + peer.peakBytesPerSecond();
    }
}
