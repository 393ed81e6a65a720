package io.verbena.traffic.stream;

/**
 * The result of one line of a stream test.
 *
 * @param test what was done
 * @param elapsedNanos the duration in nanoseconds
 */
public record StreamTestResult(StreamTestCase test, long elapsedNanos) {
    private static final double NANOS = 1e9;

    /** Returns the duration in seconds. */
    public double seconds() {
        return elapsedNanos / NANOS;
    }

    /** Returns the bandwidth of both directions in gigabits per second. */
    public double gigabitsPerSecond() {
        return 8.0 * test.totalBytes() / elapsedNanos;
    }

    /** Returns the time of a message in microseconds. */
    public double microsPerMessage() {
        return elapsedNanos / 1e3 / (2.0 * test.messages() * test.iterations());
    }
}
