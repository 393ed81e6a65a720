package io.verbena.trace;

/**
 * Receives every datagram that an end port sends or receives: requests and retries, responses, segments and unsolicited
 * datagrams. The threads that send and receive call it, possibly at once, and wait for it. A listener that throws is
 * not called again; calls continue.
 */
@FunctionalInterface
public interface PacketListener extends AutoCloseable {

    /** Receives a datagram, whose bytes are valid only during the call. */
    void packet(Packet packet);

    /** Called when the {@link io.verbena.Rdma} is closed; no further datagram follows. */
    @Override
    default void close() {}
}
