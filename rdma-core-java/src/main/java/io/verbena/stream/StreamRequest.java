package io.verbena.stream;

import java.net.SocketAddress;

/**
 * A request of a peer for a stream, which waits until it is accepted or rejected. Unlike {@link RdmaStreamServer#accept}, any
 * event loop can accept it, not only that of the server.
 */
public final class StreamRequest {
    /** The request as its transport knows it. */
    final Object origin;

    private final SocketAddress local;
    private final SocketAddress peer;
    private final Runnable rejection;

    StreamRequest(Object origin, SocketAddress local, SocketAddress peer, Runnable rejection) {
        this.origin = origin;
        this.local = local;
        this.peer = peer;
        this.rejection = rejection;
    }

    /** Returns the local address. */
    public SocketAddress localAddress() {
        return local;
    }

    /** Returns the address of the peer. */
    public SocketAddress peerAddress() {
        return peer;
    }

    /** Rejects the request. The peer reads that the connection is refused. */
    public void reject() {
        rejection.run();
    }
}
