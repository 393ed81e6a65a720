package io.verbena.hca;

import java.nio.ByteBuffer;

/**
 * What one side of a connection tells the other (rdma_connect(3), rdma_accept(3)).
 *
 * @param privateData what the program tells: on InfiniBand and RoCE up to 56 bytes in a request and 196 in an answer, of
 *     datagrams up to 180 and 136; read only
 * @param responderResources how many reads and atomics of the other side are answered at once, 0 to 255
 * @param initiatorDepth how many reads and atomics this side begins at once, 0 to 255
 * @param flowControl whether the hardware tells how many receives are posted
 * @param retries how often to send again, 0 to 7; not heeded when accepting
 * @param rnrRetries how often to send again when nothing was there to receive into: 0 to 6, 7 for ever
 * @param sharedReceiveQueue whether the queue pair receives from a shared queue
 * @param queuePair the number of the queue pair, 24 bits
 */
public record ConnectionParameters(
        ByteBuffer privateData,
        int responderResources,
        int initiatorDepth,
        boolean flowControl,
        int retries,
        int rnrRetries,
        boolean sharedReceiveQueue,
        int queuePair) {
    /** The longest private data that there can be. */
    public static final int MAX_PRIVATE_DATA = 255;

    /** No private data, one read at once, flow control, 6 retries of each kind. */
    public static final ConnectionParameters DEFAULTS =
            new ConnectionParameters(ByteBuffer.allocate(0), 1, 1, true, 6, 6, false, 0);

    /** Refuses what the fields cannot hold. */
    public ConnectionParameters {
        require("bytes of private data", privateData.remaining(), MAX_PRIVATE_DATA);
        require("responder resources", responderResources, 255);
        require("initiator depth", initiatorDepth, 255);
        require("retries", retries, 7);
        require("RNR retries", rnrRetries, 7);
        require("queue pair", queuePair, 0xffffff);
        ByteBuffer copy = ByteBuffer.allocate(privateData.remaining());
        privateData = copy.put(privateData.duplicate()).flip().asReadOnlyBuffer();
    }

    private static void require(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is out of range; it is from 0 to " + most);
        }
    }

    /** A view of the private data, whose position is its own. */
    @Override
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    /** The same with private data. */
    public ConnectionParameters privateData(byte[] data) {
        return new ConnectionParameters(
                ByteBuffer.wrap(data),
                responderResources,
                initiatorDepth,
                flowControl,
                retries,
                rnrRetries,
                sharedReceiveQueue,
                queuePair);
    }

    /** The same with so many reads and atomics that are answered, and begun, at once. */
    public ConnectionParameters reads(int answered, int begun) {
        return new ConnectionParameters(
                privateData, answered, begun, flowControl, retries, rnrRetries, sharedReceiveQueue, queuePair);
    }

    /** The same with so many retries, and so many when nothing was there to receive into. */
    public ConnectionParameters retries(int count, int receiverNotReady) {
        return new ConnectionParameters(
                privateData,
                responderResources,
                initiatorDepth,
                flowControl,
                count,
                receiverNotReady,
                sharedReceiveQueue,
                queuePair);
    }

    /** The same of this queue pair, and whether it receives from a shared queue. */
    public ConnectionParameters queuePair(int number, boolean shared) {
        return new ConnectionParameters(
                privateData, responderResources, initiatorDepth, flowControl, retries, rnrRetries, shared, number);
    }
}
