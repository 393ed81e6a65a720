package io.verbena.cm;

import io.verbena.hca.ConnectionParameters;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Somebody asks for a connection, or for a queue pair to send datagrams to. It is to be accepted or rejected; whoever asked
 * waits meanwhile.
 *
 * @param id the identifier of the connection to be: {@linkplain CmId#use give it} a queue pair of its device, and post
 *     receives, before it is accepted
 * @param parameters what the other side said
 */
public record ConnectionRequest(CmId id, ConnectionParameters parameters) {

    /** What the program at the other side told; it may be filled up with zeros. Read only. */
    public ByteBuffer privateData() {
        return parameters.privateData();
    }

    /**
     * Accepts it: the queue pair receives and sends when the future is completed. Of datagrams it is completed at once.
     *
     * @param answer what this side says
     * @throws io.verbena.error.SysException if it cannot be accepted, as with private data that are too long
     */
    public CompletableFuture<CmEvent> accept(ConnectionParameters answer) {
        return id.connection().accept(answer);
    }

    /**
     * The same, and waits until the other side has confirmed.
     *
     * @throws CmTimeoutException if it does not in time
     */
    public CmEvent accept(ConnectionParameters answer, Duration timeout) {
        return id.await(accept(answer), "to be connected", timeout);
    }

    /** Rejects it, and closes the identifier. At most 148 bytes of private data on InfiniBand and RoCE, and 136 of datagrams. */
    public void reject(byte[] privateData) {
        try {
            id.connection().reject(privateData);
        } finally {
            id.close();
        }
    }

    /**
     * The same, because of the {@linkplain CmId#peerEnhancedConnection options of enhanced connection establishment} that it
     * tells of (rdma_reject_ece(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the connection manager has none
     */
    public void rejectEnhancedConnection(byte[] privateData) {
        try {
            id.connection().rejectEnhancedConnection(privateData);
        } finally {
            id.close();
        }
    }
}
