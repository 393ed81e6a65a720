package io.verbena.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a ping-pong.
 *
 * @param service the transport service
 * @param device the local device
 * @param local the local queue pairs
 * @param remote the queue pairs of the peer
 * @param bytes the bytes of all messages in both directions
 * @param iterations the number of messages that each side sent
 * @param elapsedNanos the elapsed time in nanoseconds
 * @param times the intervals between the messages of the peer; null without timestamps
 * @param invalidPages the 4 KiB pages of the last message that were corrupt
 */
public record PingPongReport(
        PingPongService service,
        String device,
        List<PingPongAddress> local,
        List<PingPongAddress> remote,
        long bytes,
        int iterations,
        long elapsedNanos,
        @Nullable CompletionTimes times,
        List<Integer> invalidPages) {

    /** Returns the rate of both directions together. */
    public double megabitsPerSecond() {
        return bytes * 8e3 / elapsedNanos;
    }

    /** Returns the mean round-trip time. */
    public double microsPerIteration() {
        return elapsedNanos / 1e3 / iterations;
    }
}
