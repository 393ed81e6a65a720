package io.verbena.mad;

import io.verbena.error.Ranges;
import java.time.Duration;

/**
 * Timeouts, retries and limits of requests.
 *
 * @param timeout timeout of an attempt: the response time of the agent, plus the round-trip time unless the path
 *     specifies it ({@link io.verbena.path.IbPath#packetLifeTime})
 * @param fixed whether the timeout also applies to agents that report their response time in ClassPortInfo; if not,
 *     that is used instead (IBA 13.4.6.2), at least 20 ms and at most 4.3 s
 * @param retries maximum number of retries after the first attempt, 0 to 1000
 * @param outstanding maximum number of outstanding requests per port, 1 to 4096
 * @param longest maximum duration of a long message
 * @param segmentation which side of the channel performs RMPP
 * @param keys keys of protected classes
 */
public record MadOptions(
        Duration timeout,
        boolean fixed,
        int retries,
        int outstanding,
        Duration longest,
        Segmentation segmentation,
        MadKeys keys) {

    /** Where RMPP is performed (IBA 13.6). */
    public enum Segmentation {
        /** In the channel, such as the kernel, if it supports RMPP; else in this library. */
        CHANNEL,
        /** In this library. */
        LIBRARY
    }

    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofHours(1);
    private static final Duration DEFAULT_LONGEST = Duration.ofMinutes(1);

    /** Timeout of 500 ms for agents that do not report their response time, two retries, 64 outstanding requests. */
    public static final MadOptions DEFAULTS =
            new MadOptions(Duration.ofMillis(500), false, 2, 64, DEFAULT_LONGEST, Segmentation.CHANNEL, MadKeys.NONE);

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public MadOptions {
        Ranges.check("timeout", timeout, MIN_TIME, MAX_TIME);
        Ranges.check("retries", retries, 0, 1000);
        Ranges.check("outstanding requests", outstanding, 1, 4096);
        Ranges.check("longest message", longest, MIN_TIME, MAX_TIME);
    }

    /** Creates options with a fixed timeout, one minute for long messages, RMPP in the channel, and no keys. */
    public MadOptions(Duration timeout, int retries, int outstanding) {
        this(timeout, true, retries, outstanding, DEFAULT_LONGEST, Segmentation.CHANNEL, MadKeys.NONE);
    }

    /** Returns a copy of these options with another timeout, which is fixed. */
    public MadOptions withTimeout(Duration other) {
        return new MadOptions(other, true, retries, outstanding, longest, segmentation, keys);
    }

    /** Returns a copy of these options that uses the response times that agents report. */
    public MadOptions withResponseTimes() {
        return new MadOptions(timeout, false, retries, outstanding, longest, segmentation, keys);
    }

    /** Returns a copy of these options with another number of retries. */
    public MadOptions withRetries(int other) {
        return new MadOptions(timeout, fixed, other, outstanding, longest, segmentation, keys);
    }

    /** Returns a copy of these options with another number of outstanding requests. */
    public MadOptions withOutstanding(int other) {
        return new MadOptions(timeout, fixed, retries, other, longest, segmentation, keys);
    }

    /** Returns a copy of these options with another duration of long messages. */
    public MadOptions withLongest(Duration other) {
        return new MadOptions(timeout, fixed, retries, outstanding, other, segmentation, keys);
    }

    /** Returns a copy of these options with RMPP performed elsewhere. */
    public MadOptions withSegmentation(Segmentation other) {
        return new MadOptions(timeout, fixed, retries, outstanding, longest, other, keys);
    }

    /** Returns a copy of these options with other keys. */
    public MadOptions withKeys(MadKeys other) {
        return new MadOptions(timeout, fixed, retries, outstanding, longest, segmentation, other);
    }

    int tries() {
        return retries + 1;
    }
}
