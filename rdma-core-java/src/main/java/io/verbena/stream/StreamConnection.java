package io.verbena.stream;

import io.verbena.verbs.ProtectionDomain;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * A connection that is established, and the protocol of the stream on it.
 *
 * @param domain the protection domain of the memory that the stream sends
 * @param ended completes when the peer, or the connection manager, has ended the connection
 * @param closing ends the connection, and frees what it uses
 */
record StreamConnection(
        StreamProtocol protocol,
        ProtectionDomain domain,
        SocketAddress localAddress,
        SocketAddress peerAddress,
        CompletableFuture<?> ended,
        Runnable closing) {
    void close() {
        closing.run();
    }
}
