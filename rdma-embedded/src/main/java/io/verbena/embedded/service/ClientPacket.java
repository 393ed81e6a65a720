package io.verbena.embedded.service;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A datagram of ibsim's protocol with one MAD: 288 bytes, big-endian except that the LIDs occupy the first two of four
 * bytes. It carries neither a P_Key nor a service level nor a global route.
 *
 * <pre>
 *  0 destination LID   4 source LID   8 destination QP   12 source QP   16 status   24 length, 8 bytes   32 MAD
 * </pre>
 */
final class ClientPacket {
    static final int LENGTH = 288;

    private static final int DESTINATION_LID = 0;
    private static final int SOURCE_LID = 4;
    private static final int DESTINATION_QP = 8;
    private static final int SOURCE_QP = 12;
    private static final int STATUS = 16;
    private static final int MAD_LENGTH = 24;
    private static final int MAD = 32;
    private static final int MAD_BYTES = 256;
    private static final int QP_MASK = 0xffffff;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH + 1).order(ByteOrder.BIG_ENDIAN);
    private final ByteBuffer mad = bytes.slice(MAD, MAD_BYTES);

    /** Returns the buffer into which a datagram is received: one byte longer, so that an overlong one is noticed. */
    ByteBuffer receiving() {
        return bytes.clear();
    }

    /** Returns whether the received datagram has the right length. */
    boolean isComplete() {
        return bytes.position() == LENGTH;
    }

    int destinationLid() {
        return Short.toUnsignedInt(bytes.getShort(DESTINATION_LID));
    }

    int destinationQueuePair() {
        return bytes.getInt(DESTINATION_QP) & QP_MASK;
    }

    /** Returns the MAD, from position 0 to its limit. */
    ByteBuffer mad() {
        return mad.clear();
    }

    /** Writes a datagram for a client, and returns it ready to be sent. */
    ByteBuffer write(int sourceLid, int sourceQueuePair, int status, ByteBuffer content) {
        for (int at = 0; at < MAD; at += Long.BYTES) {
            bytes.putLong(at, 0);
        }
        bytes.putShort(SOURCE_LID, (short) sourceLid)
                .putInt(SOURCE_QP, sourceQueuePair)
                .putInt(STATUS, status)
                .putLong(MAD_LENGTH, MAD_BYTES)
                .put(MAD, content, content.position(), MAD_BYTES);
        return bytes.clear().limit(LENGTH);
    }
}
