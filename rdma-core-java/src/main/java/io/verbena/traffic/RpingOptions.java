package io.verbena.traffic;

/**
 * How an rping is done.
 *
 * @param size bytes of each ping, 25 to 65535; both sides have the same
 * @param validate whether the client compares what came back
 * @param ownQueuePair whether the program changes the states of its queue pair itself, and not the connection manager
 */
public record RpingOptions(int size, boolean validate, boolean ownQueuePair) {
    /** As rping(1) does it. */
    public static final RpingOptions DEFAULTS = new RpingOptions(64, false, false);

    /** The fewest bytes: room for "rdma-ping-2147483647: " and a NUL, as the C program counts it. */
    public static final int LEAST = 25;

    /** The most bytes. */
    public static final int MOST = 0xffff;

    /** Refuses a size that the other side would. */
    public RpingOptions {
        if (size < LEAST || size > MOST) {
            throw new IllegalArgumentException(
                    "size " + size + " is out of range; a ping has from " + LEAST + " to " + MOST + " bytes");
        }
    }
}
