package io.verbena.traffic;

import io.verbena.error.Ranges;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;

/**
 * The parameters of a ping-pong. Size, number of exchanges and number of queue pairs must be the same on both sides.
 *
 * @param service the transport service
 * @param port the port of the device, from 1
 * @param gidIndex the index of the local GID; -1 for none, within an InfiniBand subnet
 * @param size the message size in bytes, at least 1; for datagrams, at most the MTU of the port
 * @param mtu the path MTU; ignored for datagrams
 * @param depth the number of receives to post, at least 1
 * @param iterations the number of messages that each side sends, at least 1
 * @param serviceLevel the service level, 0 to 15
 * @param events whether to block until a completion event instead of polling
 * @param queuePairs the number of queue pairs, 1 to 256; 1 without a shared receive queue
 * @param validate whether to verify the last message
 * @param extended whether to post sends with the extended functions
 * @param memory the memory for messages; {@link PingPongMemory#PINNED} for unreliable connections and datagrams, {@link
 *     PingPongMemory#PINNED} or {@link PingPongMemory#ON_DEMAND} for a shared receive queue
 * @param prefetch whether to prefetch on-demand memory before the first message
 * @param timestamps whether to use completion timestamps; for a reliable connection without a shared receive queue
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
    /** The length of the global route header before the payload of a datagram. */
    static final int HEADER = 40;

    /** The maximum message size. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - HEADER;

    /** The maximum number of receives. */
    public static final int MAX_DEPTH = Integer.MAX_VALUE - PingPongService.MAX_QUEUE_PAIRS;

    /** Checks the parameters. */
    public PingPongOptions {
        Ranges.check("size", size, 1, MAX_BYTES);
        Ranges.check("number of receives", depth, 1, MAX_DEPTH);
        Ranges.check("number of exchanges", iterations, 1, Integer.MAX_VALUE);
        Ranges.check("service level", serviceLevel, 0, 15);
        Ranges.check("port", port, 1, 255);
        Ranges.check("GID index", gidIndex, -1, 255);
        Ranges.check("number of queue pairs", queuePairs, 1, service.isShared() ? PingPongService.MAX_QUEUE_PAIRS : 1);
        if (prefetch && !memory.isFetched()) {
            throw new IllegalArgumentException("memory of kind " + memory + " does not support prefetching");
        }
        boolean plain = memory == PingPongMemory.PINNED || (service.isShared() && memory == PingPongMemory.ON_DEMAND);
        if (service != PingPongService.RC && (timestamps || !plain)) {
            throw new IllegalArgumentException("the ping-pong " + service + " does not support "
                    + (timestamps ? "timestamps" : "memory of kind " + memory) + "; use " + PingPongService.RC);
        }
        if (service.isShared() && depth < queuePairs) {
            throw new IllegalArgumentException(
                    depth + " receives are not enough for " + queuePairs + " queue pairs; use at least one for each");
        }
    }

    /** Returns the defaults of the C programs: 1000 exchanges, 500 receives, MTU 1024, and no GID. */
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

    /** Returns the offset of the payload in the buffer: datagrams arrive behind room for a global route header. */
    int payloadOffset() {
        return service.isDatagram() ? HEADER : 0;
    }

    /** The kinds of memory for the messages of a ping-pong. */
    public enum PingPongMemory {
        /** Registered memory whose pages are pinned. */
        PINNED,
        /** Registered memory with on-demand paging. */
        ON_DEMAND,
        /** Implicit on-demand paging: the whole address space of the process is registered. */
        EVERYTHING,
        /** Device memory. */
        DEVICE;

        /** Returns whether the memory uses on-demand paging. */
        public boolean isFetched() {
            return this == ON_DEMAND || this == EVERYTHING;
        }
    }

    /** The services of a ping-pong. Each is compatible with the C program that is named. */
    public enum PingPongService {
        /** Reliable connection, compatible with ibv_rc_pingpong. */
        RC(QueuePairType.RC, 4096),
        /** Unreliable connection, compatible with ibv_uc_pingpong. */
        UC(QueuePairType.UC, 4096),
        /** Datagrams, compatible with ibv_ud_pingpong. */
        UD(QueuePairType.UD, 1024),
        /** Reliable connections with a shared receive queue, compatible with ibv_srq_pingpong. */
        SRQ(QueuePairType.RC, 4096);

        /** The maximum number of queue pairs with a shared receive queue. */
        public static final int MAX_QUEUE_PAIRS = 256;

        private final QueuePairType type;
        private final int size;

        PingPongService(QueuePairType type, int size) {
            this.type = type;
            this.size = size;
        }

        /** Returns the type of the queue pairs. */
        public QueuePairType type() {
            return type;
        }

        /** Returns the default message size in bytes. */
        public int defaultSize() {
            return size;
        }

        boolean isReliable() {
            return type == QueuePairType.RC;
        }

        boolean isDatagram() {
            return this == UD;
        }

        /** Returns the number of addresses on the wire; with a shared receive queue, it is always the maximum. */
        int addresses() {
            return isShared() ? MAX_QUEUE_PAIRS : 1;
        }

        boolean isShared() {
            return this == SRQ;
        }
    }
}
