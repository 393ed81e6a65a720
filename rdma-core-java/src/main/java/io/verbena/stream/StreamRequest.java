package io.verbena.stream;

import io.verbena.cm.ConnectionRequest;
import java.net.InetSocketAddress;

/**
 * A request of a peer for a stream, which waits until it is accepted or rejected. Unlike {@link RdmaStreamServer#accept}, any
 * event loop can accept it, not only that of the server.
 */
public final class StreamRequest {
    private final ConnectionRequest request;

    StreamRequest(ConnectionRequest request) {
        this.request = request;
    }

    /** Returns the local address. */
    public InetSocketAddress localAddress() {
        return request.id().localAddress().orElseThrow();
    }

    /** Returns the address of the peer. */
    public InetSocketAddress peerAddress() {
        return request.id().peerAddress().orElseThrow();
    }

    ConnectionRequest request() {
        return request;
    }

    /** Rejects the request. The peer reads that the connection is refused. */
    public void reject() {
        request.reject(new byte[0]);
    }
}
