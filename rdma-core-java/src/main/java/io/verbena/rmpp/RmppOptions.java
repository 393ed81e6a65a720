package io.verbena.rmpp;

import io.verbena.error.Ranges;
import java.time.Duration;

/**
 * Limits and timeouts of a transfer.
 *
 * @param window receive window in segments, 1 to 65,536
 * @param retransmit timeout for an acknowledgement; it doubles with each retry, up to eight times
 * @param retries maximum number of retries without progress
 * @param total maximum duration of a transfer
 * @param maxLength maximum length of a received message in bytes, including headers
 */
public record RmppOptions(int window, Duration retransmit, int retries, Duration total, int maxLength) {
    /**
     * A window of 64, a retransmit timeout of 200 ms, 7 retries (9.4 s without progress), 40 s in total, and 64 MiB.
     * Linux uses the same window and total.
     */
    public static final RmppOptions DEFAULTS =
            new RmppOptions(64, Duration.ofMillis(200), 7, Duration.ofSeconds(40), 64 << 20);

    private static final int MAX_DOUBLINGS = 3;

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public RmppOptions {
        Ranges.check("window in segments", window, 1, 65_536);
        Ranges.check("retransmit timeout", retransmit, Duration.ofMillis(1), Duration.ofMinutes(1));
        Ranges.check("retries", retries, 0, 1000);
        Ranges.check("duration of a transfer", total, retransmit, Duration.ofDays(1));
        Ranges.check("maximum length", maxLength, RmppFormat.PAYLOAD, Integer.MAX_VALUE);
    }

    /** Returns a copy of these options with another window. */
    public RmppOptions withWindow(int other) {
        return new RmppOptions(other, retransmit, retries, total, maxLength);
    }

    /** Returns a copy of these options with another retransmit timeout. */
    public RmppOptions withRetransmit(Duration other) {
        return new RmppOptions(window, other, retries, total, maxLength);
    }

    /** Returns a copy of these options with another number of retries. */
    public RmppOptions withRetries(int other) {
        return new RmppOptions(window, retransmit, other, total, maxLength);
    }

    /** Returns a copy of these options with another maximum duration. */
    public RmppOptions withTotal(Duration other) {
        return new RmppOptions(window, retransmit, retries, other, maxLength);
    }

    /** Returns a copy of these options with another maximum length. */
    public RmppOptions withMaxLength(int other) {
        return new RmppOptions(window, retransmit, retries, total, other);
    }

    /** Returns the timeout for an acknowledgement after {@code retry} retries. */
    long retransmitNanos(int retry) {
        return retransmit.toNanos() << Math.min(retry, MAX_DOUBLINGS);
    }

    /** Returns how long a sender continues without progress, and thus how long a receiver waits for it. */
    long timeoutNanos() {
        long sum = 0;
        for (int retry = 0; retry <= retries; retry++) {
            sum += retransmitNanos(retry);
        }
        return sum;
    }
}
