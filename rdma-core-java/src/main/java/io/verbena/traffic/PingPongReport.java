package io.verbena.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a ping-pong went.
 *
 * @param service what it ran over
 * @param device the own device
 * @param local the own queue pairs
 * @param remote those of the other side
 * @param bytes of all messages, of both directions
 * @param iterations messages that each side sent
 * @param elapsedNanos how long it took
 * @param times how far the messages of the other side were apart; null if that was not wanted
 * @param invalidPages which pages of 4 KiB of the last message were not what the other side is to send
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

    /** How much went over the link, of both directions together. */
    public double megabitsPerSecond() {
        return bytes * 8e3 / elapsedNanos;
    }

    /** How long a message and its answer took. */
    public double microsPerIteration() {
        return elapsedNanos / 1e3 / iterations;
    }
}
