package io.verbena.traffic.stream;

/**
 * The result of one line of a datagram test.
 *
 * @param test what was done
 * @param transfers the number of datagrams that arrived; with an echo, of those in both directions
 * @param elapsedNanos the duration in nanoseconds
 */
public record PongResult(PongCase test, long transfers, long elapsedNanos) {
    /** Returns the number of bytes that arrived. */
    public long totalBytes() {
        return transfers * test.size();
    }

    /** Returns the bandwidth in gigabits per second. */
    public double gigabitsPerSecond() {
        return 8.0 * totalBytes() / elapsedNanos;
    }

    /** Returns the time of a datagram in microseconds. */
    public double microsPerDatagram() {
        return elapsedNanos / 1e3 / Math.max(1, transfers);
    }
}
