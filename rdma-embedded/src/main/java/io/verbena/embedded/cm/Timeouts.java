package io.verbena.embedded.cm;

/** Times as messages tell them: 4.096 us times two to the power of a code (IBA 12.7). */
final class Timeouts {
    /** How long a connection manager takes to answer at most: 268 ms. */
    static final int RESPONSE = 16;

    /** How long a program may take, which the messages for more time ask for: 69 s. */
    static final int PROGRAM = 24;

    /** How long a device takes to acknowledge. */
    static final int ACKNOWLEDGE_DELAY = 15;

    /** How often a message is sent again. */
    static final int RETRIES = 15;

    private static final int LONGEST = 31;
    private static final long UNIT_NANOS = 4096;

    private Timeouts() {}

    static long nanos(int code) {
        return UNIT_NANOS << code;
    }

    /** There and back, and the time the other side takes to answer. */
    static long roundTripNanos(int lifeTime, int response) {
        return 2 * nanos(lifeTime) + nanos(response);
    }

    /** How long a queue pair waits for an acknowledgement: there and back, and the delay of the device (IBA 9.9.1.6). */
    static int acknowledge(int lifeTime, int delay) {
        int bothWays = lifeTime + 1;
        // The sum of two powers is the next power after the larger one, unless the other is far smaller.
        int code = bothWays >= delay
                ? bothWays + (delay >= bothWays - 1 ? 1 : 0)
                : delay + (bothWays >= delay - 1 ? 1 : 0);
        return Math.min(LONGEST, code);
    }
}
