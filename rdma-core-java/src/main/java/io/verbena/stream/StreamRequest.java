package io.verbena.stream;

import java.net.InetSocketAddress;

/**
 * A request of a peer for a stream, which waits until it is accepted or rejected. Unlike {@link RdmaStreamServer#accept}, any
 * event loop can accept it, not only that of the server.
 */
public final class StreamRequest {
    /** The request as its transport knows it. */
    final Object origin;

    private final InetSocketAddress local;
    private final InetSocketAddress peer;
    private final Runnable rejection;

    StreamRequest(Object origin, InetSocketAddress local, InetSocketAddress peer, Runnable rejection) {
        this.origin = origin;
        this.local = local;
        this.peer = peer;
        this.rejection = rejection;
    }

    /** Returns the local address. */
    public InetSocketAddress localAddress() {
        return local;
    }

    /** Returns the address of the peer. */
    public InetSocketAddress peerAddress() {
        return peer;
    }

    /** Rejects the request. The peer reads that the connection is refused. */
    public void reject() {
        rejection.run();
    }
}
