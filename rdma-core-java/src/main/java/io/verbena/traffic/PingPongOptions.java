package io.verbena.traffic;

import io.verbena.iba.Mtu;

/**
 * How a ping-pong is played. Both sides have the same size, number of exchanges and of queue pairs.
 *
 * @param service what it runs over
 * @param port the port of the device, from 1
 * @param gidIndex where the own GID stands; -1 for none, as within an InfiniBand subnet
 * @param size bytes of a message, at least 1; of datagrams at most the MTU of the port
 * @param mtu the largest payload of a packet; of datagrams not heeded
 * @param depth receives that are posted at once, at least 1
 * @param iterations messages that each side sends, at least 1
 * @param serviceLevel 0 to 15
 * @param events whether to sleep until something is completed, and not to poll
 * @param queuePairs how many, 1 to 256; 1 but for a shared receive queue
 * @param validate whether the message that came last is looked at
 * @param extended whether sends are posted by the extended functions
 * @param memory where the messages lie; of an unreliable connection and of datagrams {@link PingPongMemory#PINNED}, of a shared
 *     receive queue that or {@link PingPongMemory#ON_DEMAND}
 * @param prefetch whether memory that is fetched on demand is fetched before the first message
 * @param timestamps whether the device tells when messages came; of a reliable connection without a shared receive queue
 */
public record PingPongOptions(
        PingPongService service,
        int port,
        int gidIndex,
        int size,
        Mtu mtu,
        int depth,
        int iterations,
        int serviceLevel,
        boolean events,
        int queuePairs,
        boolean validate,
        boolean extended,
        PingPongMemory memory,
        boolean prefetch,
        boolean timestamps) {
    /** The longest message. */
    public static final int MOST_BYTES = Integer.MAX_VALUE - PingPong.HEADER;

    /** The most receives that are posted at once. */
    public static final int MOST_DEPTH = Integer.MAX_VALUE - PingPongService.MOST_QUEUE_PAIRS;

    /** Refuses what cannot be played. */
    public PingPongOptions {
        require("size", size, 1, MOST_BYTES);
        require("number of receives", depth, 1, MOST_DEPTH);
        require("number of exchanges", iterations, 1, Integer.MAX_VALUE);
        require("service level", serviceLevel, 0, 15);
        require("port", port, 1, 255);
        require("GID index", gidIndex, -1, 255);
        require("number of queue pairs", queuePairs, 1, service.isShared() ? PingPongService.MOST_QUEUE_PAIRS : 1);
        if (prefetch && !memory.isFetched()) {
            throw new IllegalArgumentException("memory that is " + memory + " is not fetched, so it is not prefetched");
        }
        boolean plain = memory == PingPongMemory.PINNED || (service.isShared() && memory == PingPongMemory.ON_DEMAND);
        if (service != PingPongService.RC && (timestamps || !plain)) {
            throw new IllegalArgumentException(
                    "the ping-pong " + service + " has no " + (timestamps ? "timestamps" : "memory that is " + memory)
                            + "; that of " + PingPongService.RC + " has");
        }
        if (service.isShared() && depth < queuePairs) {
            throw new IllegalArgumentException(depth + " receives are fewer than the " + queuePairs
                    + " queue pairs that take from them; there is one for each at least");
        }
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " is out of range; it is from " + least + " to " + most);
        }
    }

    /** As the C programs play it: 1000 exchanges, 500 receives, MTU 1024, and without a GID. */
    public static PingPongOptions of(PingPongService service) {
        return new PingPongOptions(
                service,
                1,
                -1,
                service.defaultSize(),
                Mtu.MTU_1024,
                500,
                1000,
                0,
                false,
                service.isShared() ? 16 : 1,
                false,
                false,
                PingPongMemory.PINNED,
                false,
                false);
    }
}
