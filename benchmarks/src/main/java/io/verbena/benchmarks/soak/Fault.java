package io.verbena.benchmarks.soak;

import java.util.Locale;

/** The faults that a soak injects. */
enum Fault {
    /** The link of the server is down, or loses all packets, for less time than the keep-alive. */
    LINK_DOWN(Kind.NETWORK, 20, 600),
    /** The server is unreachable for longer than the keep-alive, so both sides must detect a dead peer. */
    PEER_DEAD(Kind.NETWORK, 3_200, 4_000),
    /** At most 10 % of all packets are lost. */
    LOSS(Kind.NETWORK, 500, 2_000),
    /** At most 25 % of all packets arrive out of order. */
    REORDER(Kind.NETWORK, 500, 2_000),
    /** At most 25 % of all packets arrive twice. */
    DUPLICATE(Kind.NETWORK, 500, 2_000),
    /** The device of the clients is removed and returns. */
    CLIENT_DEVICE_REMOVED(Kind.DEVICE, 50, 1_500),
    /** The device of the server is removed and returns. */
    SERVER_DEVICE_REMOVED(Kind.DEVICE, 50, 1_500),
    /** Another thread closes the connection of a client. */
    CLIENT_CLOSED(Kind.PEER, 0, 0),
    /** The server closes one of its connections. */
    CONNECTION_CLOSED(Kind.PEER, 0, 0),
    /** A client in another process is killed after its first record was acknowledged. */
    PROCESS_KILLED(Kind.PEER, 0, 2_000),
    /** The server is closed and opened again at the same address. */
    SERVER_RESTARTED(Kind.PEER, 0, 0),
    /** A client receives no acknowledgements. */
    SLOW_PEER(Kind.PEER, 200, 1_800),
    /** A peer connects and sends garbage, floods the server, or stays silent. */
    HOSTILE_PEER(Kind.PEER, 100, 1_500),
    /** The allocator of the clients is exhausted. */
    ALLOCATOR_FULL(Kind.MEMORY, 50, 300),
    /** The JVM has no direct memory left. */
    DIRECT_MEMORY_FULL(Kind.MEMORY, 50, 800),
    /** A signal stops the process with its clients, its server and its timers, and another one continues it. */
    PROCESS_STOPPED(Kind.CLOCK, 100, 2_500),
    /** The time of day jumps forward or back by at most one hour. */
    CLOCK_SET(Kind.CLOCK, 0, 0);

    /** At most one fault of each kind is in effect at a time. */
    enum Kind {
        NETWORK,
        DEVICE,
        PEER,
        MEMORY,
        CLOCK
    }

    private final Kind kind;
    private final int minMillis;
    private final int maxMillis;

    Fault(Kind kind, int minMillis, int maxMillis) {
        this.kind = kind;
        this.minMillis = minMillis;
        this.maxMillis = maxMillis;
    }

    Kind kind() {
        return kind;
    }

    int minMillis() {
        return minMillis;
    }

    int maxMillis() {
        return maxMillis;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
