package io.verbena.hca;

/**
 * An option of a stream (rsocket(7)). Sizes apply to connections that are established later; accepted streams inherit those of the
 * listening stream.
 */
public enum StreamOption {
    /** Maximum number of outstanding sends. */
    SEND_REQUESTS(Level.RDMA, 0),
    /** Number of posted receives. */
    RECEIVE_REQUESTS(Level.RDMA, 1),
    /** Maximum number of bytes of inline data. */
    INLINE_BYTES(Level.RDMA, 2),
    /** Maximum number of memory mappings of each side, to be set at both sides (default: 0). */
    MAPPINGS(Level.RDMA, 3),
    /** Size of the send buffer in bytes. */
    SEND_BUFFER(Level.SOCKET, 7),
    /** Size of the receive buffer in bytes. */
    RECEIVE_BUFFER(Level.SOCKET, 8),
    /** Whether an address may be bound that is in use: 0 or 1. */
    REUSE_ADDRESS(Level.SOCKET, 2),
    /** Whether small messages are sent immediately: 0 or 1. */
    NO_DELAY(Level.TCP, 1);

    private static final class Level {
        static final int SOCKET = 1;
        static final int TCP = 6;
        static final int RDMA = 0x10000;
    }

    private final int level;
    private final int code;

    StreamOption(int level, int code) {
        this.level = level;
        this.code = code;
    }

    /** Returns the level: SOL_RDMA, SOL_SOCKET or IPPROTO_TCP. */
    public int level() {
        return level;
    }

    /** Returns the number of the option at its level. */
    public int code() {
        return code;
    }
}
