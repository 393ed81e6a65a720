package io.verbena.traffic;

import io.verbena.error.Ranges;

/**
 * The parameters of {@code rping}.
 *
 * @param size the size of a ping in bytes, 25 to 65535, the same on both sides
 * @param validate whether the client verifies the returned data
 * @param ownQueuePair whether the program manages the states of its queue pair instead of the connection manager
 */
public record RpingOptions(int size, boolean validate, boolean ownQueuePair) {
    /** The defaults of rping(1). */
    public static final RpingOptions DEFAULTS = new RpingOptions(64, false, false);

    /** The minimum size: room for "rdma-ping-2147483647: " and a NUL, as in the C program. */
    public static final int MIN_SIZE = 25;

    /** The maximum size. */
    public static final int MAX_SIZE = 0xffff;

    /** Checks the size. */
    public RpingOptions {
        Ranges.check("size", size, MIN_SIZE, MAX_SIZE);
    }
}
