package io.verbena.rmpp;

import java.time.Duration;

/**
 * Limits and times of a transfer.
 *
 * @param window how many segments are granted at once as receiver, 1 to 65,536
 * @param retransmit how long to wait for an acknowledgement before the segments are sent again; it doubles with each retry
 *     up to eightfold
 * @param retries how often to send again without progress
 * @param total how long a transfer may take, with progress or without
 * @param maxLength the longest message that is received, headers included, in bytes
 */
public record RmppOptions(int window, Duration retransmit, int retries, Duration total, int maxLength) {
    /** A window of 64, 200 ms, 7 retries (9.4 s without progress), 40 s in all, 64 MiB; window and total as in Linux. */
    public static final RmppOptions DEFAULTS =
            new RmppOptions(64, Duration.ofMillis(200), 7, Duration.ofSeconds(40), 64 << 20);

    private static final int MOST_DOUBLINGS = 3;

    /** Refuses what cannot work. */
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

    /** The same with another window. */
    public RmppOptions withWindow(int other) {
        return new RmppOptions(other, retransmit, retries, total, maxLength);
    }

    /** The same with another wait for an acknowledgement. */
    public RmppOptions withRetransmit(Duration other) {
        return new RmppOptions(window, other, retries, total, maxLength);
    }

    /** The same with another number of retries. */
    public RmppOptions withRetries(int other) {
        return new RmppOptions(window, retransmit, other, total, maxLength);
    }

    /** The same with another limit for a whole transfer. */
    public RmppOptions withTotal(Duration other) {
        return new RmppOptions(window, retransmit, retries, other, maxLength);
    }

    /** The same with another limit for the length of a message. */
    public RmppOptions withMaxLength(int other) {
        return new RmppOptions(window, retransmit, retries, total, other);
    }

    /** How long the wait for an acknowledgement is when there were so many retries already. */
    long retransmitNanos(int retry) {
        return retransmit.toNanos() << Math.min(retry, MOST_DOUBLINGS);
    }

    /** How long a sender goes on without progress, and so how long a receiver waits for one. */
    long patienceNanos() {
        long sum = 0;
        for (int retry = 0; retry <= retries; retry++) {
            sum += retransmitNanos(retry);
        }
        return sum;
    }
}
