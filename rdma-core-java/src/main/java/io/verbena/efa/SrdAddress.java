package io.verbena.efa;

import io.verbena.error.Ranges;
import io.verbena.hca.AddressVector;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;

/**
 * The address of an {@link SrdChannel}, which its side passes to the peer by other means. Every program that knows the address can
 * send messages to the channel.
 *
 * @param queuePair the queue pair number, 24 bits
 * @param queueKey the Q_Key of the queue pair
 * @param lid the LID of the port; {@link Lid#NONE} if the link layer is not InfiniBand
 * @param gid the GID of the port
 * @param channel the number of the channel
 * @param token a random number, which every message to the channel carries
 * @param window the maximum number of messages that the channel holds, 1 to {@link SrdOptions#MAX_WINDOW}
 * @param maxLength the maximum length of a message that the channel accepts, in bytes
 * @param ring the memory for long runs of bytes; {@link SrdRing#NONE} if there is none
 */
public record SrdAddress(
        int queuePair,
        int queueKey,
        Lid lid,
        Gid gid,
        int channel,
        int token,
        int window,
        int maxLength,
        SrdRing ring) {
    private static final int MAX_QUEUE_PAIR = 0xffffff;

    /** Refuses values that are out of range. */
    public SrdAddress {
        Ranges.check("queue pair", queuePair, 0, MAX_QUEUE_PAIR);
        Ranges.check("window", window, 1, SrdOptions.MAX_WINDOW);
        Ranges.check("maximum length", maxLength, 1, SrdOptions.MAX_LENGTH);
    }

    /** Creates the address of a channel without a ring. */
    public SrdAddress(
            int queuePair, int queueKey, Lid lid, Gid gid, int channel, int token, int window, int maxLength) {
        this(queuePair, queueKey, lid, gid, channel, token, window, maxLength, SrdRing.NONE);
    }

    /**
     * Returns the address vector to the port of this address: by its LID if it has one, and by its GID otherwise.
     *
     * @param port the local port, from 1
     * @param gidIndex the index of the local GID, used if the port has no LID
     */
    public AddressVector vector(int port, int gidIndex) {
        return lid.equals(Lid.NONE) ? AddressVector.to(port, gid, gidIndex) : AddressVector.to(port, lid);
    }
}
