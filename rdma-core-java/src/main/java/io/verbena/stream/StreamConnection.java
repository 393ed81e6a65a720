package io.verbena.stream;

import io.verbena.verbs.ProtectionDomain;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** A connection that is established, and the protocol of the stream on it. */
interface StreamConnection {
    StreamProtocol protocol();

    InetSocketAddress localAddress();

    InetSocketAddress peerAddress();

    /** Returns the protection domain of the memory that the stream sends. */
    ProtectionDomain domain();

    /** Returns a future that completes when the peer, or the connection manager, has ended the connection. */
    CompletableFuture<?> ended();

    /** Ends the connection, and frees what it uses. */
    void close();
}
