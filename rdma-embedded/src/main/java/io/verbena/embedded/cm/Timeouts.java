package io.verbena.embedded.cm;

/** Timeouts as encoded in messages: 4.096 µs times two to the power of a code (IBA 12.7). */
final class Timeouts {
    /** The maximum response time of a connection manager: 268 ms. */
    static final int RESPONSE = 16;

    /** The response time of a program, which messages that ask for more time contain: 69 s. */
    static final int PROGRAM = 24;

    static final int ACKNOWLEDGE_DELAY = 15;

    static final int RETRIES = 15;

    private static final int LONGEST = 31;
    private static final long UNIT_NANOS = 4096;

    private Timeouts() {}

    static long nanos(int code) {
        return UNIT_NANOS << code;
    }

    static long roundTripNanos(int lifeTime, int response) {
        return 2 * nanos(lifeTime) + nanos(response);
    }

    /**
     * Returns the acknowledgement timeout of a queue pair: a round trip and the acknowledgement delay of the device
     * (IBA 9.9.1.6).
     */
    static int acknowledge(int lifeTime, int delay) {
        int bothWays = lifeTime + 1;
        // The sum of two powers of two is rounded up to the next power, except if one of them is much smaller.
        int code = bothWays >= delay
                ? bothWays + (delay >= bothWays - 1 ? 1 : 0)
                : delay + (bothWays >= delay - 1 ? 1 : 0);
        return Math.min(LONGEST, code);
    }
}
