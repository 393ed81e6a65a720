package io.verbena.stream;

import java.net.InetSocketAddress;

/**
 * A request of a peer for a stream, which waits until it is accepted or rejected. Unlike {@link RdmaStreamServer#accept}, any
 * event loop can accept it, not only that of the server.
 */
public final class StreamRequest {
    private final StreamTransport.Asked asked;

    StreamRequest(StreamTransport.Asked asked) {
        this.asked = asked;
    }

    /** Returns the local address. */
    public InetSocketAddress localAddress() {
        return asked.localAddress();
    }

    /** Returns the address of the peer. */
    public InetSocketAddress peerAddress() {
        return asked.peerAddress();
    }

    StreamTransport.Asked asked() {
        return asked;
    }

    /** Rejects the request. The peer reads that the connection is refused. */
    public void reject() {
        asked.reject();
    }
}
