package io.verbena.trace;

/**
 * Is told of every datagram that passes an end port: requests and each try of them, answers, segments, and what nobody
 * asked for. It is called by the threads that send and receive, by several at once, and holds them up as long as it takes.
 * One that throws is told no more; the calls themselves go on.
 */
@FunctionalInterface
public interface PacketListener extends AutoCloseable {

    /** Takes one datagram; its bytes are valid only during the call. */
    void packet(Packet packet);

    /** Nothing more will come: the {@link io.verbena.Rdma} that it listened to is closed. */
    @Override
    default void close() {}
}
