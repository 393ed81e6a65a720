package io.verbena.traffic;

import io.verbena.hca.QueuePairType;

/** What a ping-pong runs over; each speaks with the C program of its name. */
public enum PingPongService {
    /** A reliable connection, ibv_rc_pingpong. */
    RC(QueuePairType.RC, 4096),
    /** An unreliable connection, ibv_uc_pingpong. */
    UC(QueuePairType.UC, 4096),
    /** Datagrams, ibv_ud_pingpong. */
    UD(QueuePairType.UD, 1024),
    /** Several reliable connections that receive from one queue, ibv_srq_pingpong. */
    SRQ(QueuePairType.RC, 4096);

    /** Of a shared receive queue. */
    public static final int MOST_QUEUE_PAIRS = 256;

    private final QueuePairType type;
    private final int size;

    PingPongService(QueuePairType type, int size) {
        this.type = type;
        this.size = size;
    }

    /** The service of the queue pairs. */
    public QueuePairType type() {
        return type;
    }

    /** How many bytes a message has unless it is said. */
    public int defaultSize() {
        return size;
    }

    boolean isReliable() {
        return type == QueuePairType.RC;
    }

    boolean isDatagram() {
        return this == UD;
    }

    /** How many addresses each side tells: with a shared receive queue the most that there can be, however many there are. */
    int told() {
        return isShared() ? MOST_QUEUE_PAIRS : 1;
    }

    boolean isShared() {
        return this == SRQ;
    }
}
