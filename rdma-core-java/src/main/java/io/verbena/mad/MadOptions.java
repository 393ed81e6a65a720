package io.verbena.mad;

import java.time.Duration;

/**
 * How long to wait for an answer, and how much to ask at once.
 *
 * @param timeout for one try: what the other side may need, and the way there and back unless the path tells how long that
 *     takes ({@link io.verbena.path.IbPath#packetLifeTime})
 * @param fixed whether the other side gets that in any case; otherwise who has said in its ClassPortInfo how long it may
 *     take gets so long instead (IBA 13.4.6.2), at least 20 ms and at most 4.3 s
 * @param retries how often to try again after the first time
 * @param outstanding how many requests may be under way at once on a port
 * @param longest how long a message of many datagrams may take as a whole
 * @param segmentation who takes long messages apart and puts them together
 * @param keys what opens what is protected
 */
public record MadOptions(
        Duration timeout,
        boolean fixed,
        int retries,
        int outstanding,
        Duration longest,
        Segmentation segmentation,
        MadKeys keys) {

    /** Who does RMPP (IBA 13.6). */
    public enum Segmentation {
        /** The channel, such as the kernel, if it is able to; otherwise this library. */
        CHANNEL,
        /** This library, also where the channel could. */
        LIBRARY
    }

    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Half a second for who does not say how long it may take, two retries, 64 outstanding. */
    public static final MadOptions DEFAULTS =
            new MadOptions(Duration.ofMillis(500), false, 2, 64, LONGEST, Segmentation.CHANNEL, MadKeys.NONE);

    /** Refuses what cannot work. */
    public MadOptions {
        requireTime("a timeout", timeout);
        if (retries < 0 || retries > 1000) {
            throw new IllegalArgumentException(retries + " retries make no sense; give 0 to 1000");
        }
        if (outstanding < 1 || outstanding > 4096) {
            throw new IllegalArgumentException(outstanding + " outstanding requests make no sense; give 1 to 4096");
        }
        requireTime("a longest message", longest);
    }

    /** This timeout whatever anybody says; a minute for long messages, whose segments are the channel's business; no keys. */
    public MadOptions(Duration timeout, int retries, int outstanding) {
        this(timeout, true, retries, outstanding, LONGEST, Segmentation.CHANNEL, MadKeys.NONE);
    }

    private static void requireTime(String what, Duration time) {
        if (time.toMillis() < 1 || time.toMillis() > 3_600_000) {
            throw new IllegalArgumentException(
                    what + " of " + time.toMillis() + " ms makes no sense; give 1 ms to 1 hour");
        }
    }

    /** The same with another timeout, whatever anybody says. */
    public MadOptions withTimeout(Duration other) {
        return new MadOptions(other, true, retries, outstanding, longest, segmentation, keys);
    }

    /** The same where the timeout is for those only who do not say how long they may take. */
    public MadOptions withResponseTimes() {
        return new MadOptions(timeout, false, retries, outstanding, longest, segmentation, keys);
    }

    /** The same with another number of retries. */
    public MadOptions withRetries(int other) {
        return new MadOptions(timeout, fixed, other, outstanding, longest, segmentation, keys);
    }

    /** The same with another number of outstanding requests. */
    public MadOptions withOutstanding(int other) {
        return new MadOptions(timeout, fixed, retries, other, longest, segmentation, keys);
    }

    /** The same with another limit for long messages. */
    public MadOptions withLongest(Duration other) {
        return new MadOptions(timeout, fixed, retries, outstanding, other, segmentation, keys);
    }

    /** The same with RMPP done by another. */
    public MadOptions withSegmentation(Segmentation other) {
        return new MadOptions(timeout, fixed, retries, outstanding, longest, other, keys);
    }

    /** The same with other keys. */
    public MadOptions withKeys(MadKeys other) {
        return new MadOptions(timeout, fixed, retries, outstanding, longest, segmentation, other);
    }

    int tries() {
        return retries + 1;
    }
}
