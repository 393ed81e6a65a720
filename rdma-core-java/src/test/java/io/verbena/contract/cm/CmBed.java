package io.verbena.contract.cm;

import io.verbena.Rdma;
import io.verbena.stream.Streams;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Two devices that reach each other, and have addresses.
 *
 * @param rdma where they are
 * @param streams the streams between them
 * @param server the address at which the second is reached
 * @param nobody an address that no device reaches
 */
public record CmBed(Rdma rdma, Streams streams, InetAddress server, InetAddress nobody) implements AutoCloseable {
    /** Devices whose streams the connection manager connects. */
    public CmBed(Rdma rdma, InetAddress server, InetAddress nobody) {
        this(rdma, rdma.streams(), server, nobody);
    }

    /** The address of the server, with a port. */
    InetSocketAddress server(int port) {
        return new InetSocketAddress(server, port);
    }

    @Override
    public void close() {
        streams.close();
        rdma.close();
    }
}
