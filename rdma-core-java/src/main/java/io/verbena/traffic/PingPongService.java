package io.verbena.traffic;

import io.verbena.hca.QueuePairType;

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
