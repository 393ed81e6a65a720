package io.verbena.spi.cm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A UDP socket in the network to which the addresses of the connection manager belong. Safe for use by several threads. */
public interface UdpSocket extends AutoCloseable {
    /** Returns the local address; the wildcard address if the socket receives at all addresses of the host. */
    InetSocketAddress address();

    /**
     * Sends a packet, from the position of a buffer to its limit. The network may lose it.
     *
     * @throws io.verbena.error.SysException if the system refuses it, for example because it is too long
     */
    void send(ByteBuffer packet, InetSocketAddress destination);

    /**
     * Waits for a packet. The bytes that exceed the buffer are lost.
     *
     * @return the address of the sender; null if the socket is closed
     */
    @Nullable InetSocketAddress receive(ByteBuffer into);

    /** Closes the socket and ends {@link #receive}. */
    @Override
    void close();
}
