package io.verbena.hca;

/**
 * What can be set of a stream (rsocket(7)). The sizes count for connections that are made later; who accepts gets those of the
 * stream that listens.
 */
public enum StreamOption {
    /** Sends that are not completed yet, at most. */
    SEND_REQUESTS(Level.RDMA, 0),
    /** Receives that are posted. */
    RECEIVE_REQUESTS(Level.RDMA, 1),
    /** Bytes that are copied into a request. */
    INLINE_BYTES(Level.RDMA, 2),
    /** How many pieces of memory each side may let the other write into; 0 unless it is set, at both sides. */
    MAPPINGS(Level.RDMA, 3),
    /** Bytes of the buffer for what is sent. */
    SEND_BUFFER(Level.SOCKET, 7),
    /** Bytes of the buffer for what is received. */
    RECEIVE_BUFFER(Level.SOCKET, 8),
    /** Whether an address may be bound again: 0 or 1. */
    REUSE_ADDRESS(Level.SOCKET, 2),
    /** Whether small messages are sent at once: 0 or 1. */
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

    /** The level that it is of: SOL_RDMA, SOL_SOCKET, IPPROTO_TCP. */
    public int level() {
        return level;
    }

    /** Its number there. */
    public int code() {
        return code;
    }
}
