package io.verbena.traffic;

import io.verbena.traffic.PingPongOptions.PingPongService;
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

    /**
     * The intervals between receives according to the clock of the device.
     *
     * @param least the shortest interval in cycles
     * @param most the longest interval in cycles
     * @param mean the mean of all intervals
     */
    public record CompletionTimes(long least, long most, double mean) {

        /** Collects timestamps while messages arrive. Allocates nothing. */
        static final class Counter {
            private final long mask;
            private boolean first = true;
            private long last;
            private long least = Long.MAX_VALUE;
            private long most;
            private double total;
            private long count;

            /** Creates a counter of timestamps, which have a limited number of bits. */
            Counter(long mask) {
                this.mask = mask;
            }

            void received(long timestamp) {
                long now = timestamp & mask;
                if (!first) {
                    long apart = now - last & mask;
                    least = Math.min(least, apart);
                    most = Math.max(most, apart);
                    total += apart;
                    count++;
                }
                first = false;
                last = now;
            }

            CompletionTimes times() {
                return count == 0 ? new CompletionTimes(0, 0, 0) : new CompletionTimes(least, most, total / count);
            }
        }
    }
}
