package io.verbena.rmpp;

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
        if (window < 1 || window > 65_536) {
            throw new IllegalArgumentException("a window of " + window + " segments makes no sense; give 1 to 65536");
        }
        if (retransmit.toMillis() < 1 || retransmit.toMinutes() > 1) {
            throw new IllegalArgumentException("to wait " + retransmit.toMillis()
                    + " ms for an acknowledgement makes no sense; give 1 ms to 1 min");
        }
        if (retries < 0 || retries > 1000) {
            throw new IllegalArgumentException(retries + " retries make no sense; give 0 to 1000");
        }
        if (total.compareTo(retransmit) < 0 || total.toDays() > 1) {
            throw new IllegalArgumentException("a transfer of at most " + total.toMillis() + " ms makes no sense; give "
                    + retransmit.toMillis() + " ms, the wait for one acknowledgement, to 1 day");
        }
        if (maxLength < RmppFormat.PAYLOAD) {
            throw new IllegalArgumentException("messages of at most " + maxLength + " bytes make no sense; give "
                    + RmppFormat.PAYLOAD + " or more");
        }
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
