package io.verbena.hca;

import io.verbena.error.Ranges;
import java.nio.ByteBuffer;

/**
 * Parameters of a connection request or response (rdma_connect(3), rdma_accept(3)).
 *
 * @param privateData the private data, read only: on InfiniBand and RoCE up to 56 bytes in a request and 196 in a response; of
 *     datagram services up to 180 and 136
 * @param responderResources the maximum number of outstanding reads and atomics of the peer, 0 to 255
 * @param initiatorDepth the maximum number of outstanding reads and atomics of this side, 0 to 255
 * @param flowControl whether the hardware performs end-to-end flow control
 * @param retries the number of retries, 0 to 7; ignored in a response
 * @param rnrRetries the number of retries after an RNR NAK, 0 to 6; 7 for no limit
 * @param sharedReceiveQueue whether the queue pair receives from a shared receive queue
 * @param queuePair the queue pair number, 24 bits
 */
public record ConnectionParameters(
        ByteBuffer privateData,
        int responderResources,
        int initiatorDepth,
        boolean flowControl,
        int retries,
        int rnrRetries,
        boolean sharedReceiveQueue,
        int queuePair) implements ConnectionParametersCopies {
    /** Maximum length of private data in bytes. */
    public static final int MAX_PRIVATE_DATA = 255;

    /** Parameters without private data, with one outstanding read, flow control, and 6 retries of each kind. */
    public static final ConnectionParameters DEFAULTS =
            new ConnectionParameters(ByteBuffer.allocate(0), 1, 1, true, 6, 6, false, 0);

    /** Refuses values that are out of range. */
    public ConnectionParameters {
        Ranges.check("bytes of private data", privateData.remaining(), 0, MAX_PRIVATE_DATA);
        Ranges.check("responder resources", responderResources, 0, 255);
        Ranges.check("initiator depth", initiatorDepth, 0, 255);
        Ranges.check("retries", retries, 0, 7);
        Ranges.check("RNR retries", rnrRetries, 0, 7);
        Ranges.check("queue pair", queuePair, 0, 0xffffff);
        ByteBuffer copy = ByteBuffer.allocate(privateData.remaining());
        privateData = copy.put(privateData.duplicate()).flip().asReadOnlyBuffer();
    }

    /** Returns a view of the private data with a position of its own. */
    @Override
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
