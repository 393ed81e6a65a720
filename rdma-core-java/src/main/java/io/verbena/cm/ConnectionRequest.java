package io.verbena.cm;

import io.verbena.hca.ConnectionParameters;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A request of a peer for a connection, or for a queue pair to send datagrams to. The peer waits until it is accepted or
 * rejected.
 *
 * @param id the identifier of the new connection: {@linkplain CmId#use use} a queue pair of its device, and post receives,
 *     before accepting
 * @param parameters the parameters of the peer
 */
public record ConnectionRequest(CmId id, ConnectionParameters parameters) {

    /** Returns the private data of the peer, read-only; it may be padded with zeros. */
    public ByteBuffer privateData() {
        return parameters.privateData();
    }

    /**
     * Accepts the request (rdma_accept(3)). The queue pair can receive and send when the future completes, which for datagrams is
     * at once.
     *
     * @param answer the parameters of this side
     * @throws io.verbena.error.SysException if it cannot be accepted, for example because the private data is too long
     */
    public CompletableFuture<CmEvent> acceptAsync(ConnectionParameters answer) {
        return id.connection.accept(answer);
    }

    /**
     * Accepts the request and waits until the peer has confirmed; see {@link #acceptAsync(ConnectionParameters)}.
     *
     * @throws CmTimeoutException if the peer does not confirm in time
     */
    public CmEvent accept(ConnectionParameters answer, Duration timeout) {
        return id.await(acceptAsync(answer), "to be connected", timeout);
    }

    /**
     * Rejects the request and closes the identifier (rdma_reject(3)).
     *
     * @param privateData at most 148 bytes on InfiniBand and RoCE, 136 for datagrams
     */
    public void reject(byte[] privateData) {
        reject(privateData, false);
    }

    /**
     * Rejects the request because of its {@linkplain CmId#peerEnhancedConnection options of enhanced connection establishment},
     * and closes the identifier (rdma_reject_ece(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the connection manager does not support ECE
     */
    public void rejectEnhancedConnection(byte[] privateData) {
        reject(privateData, true);
    }

    private void reject(byte[] privateData, boolean enhancedConnection) {
        try {
            id.connection.reject(privateData, enhancedConnection);
        } finally {
            id.close();
        }
    }
}
