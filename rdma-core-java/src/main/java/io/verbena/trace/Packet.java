package io.verbena.trace;

import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A datagram on its way.
 *
 * @param direction which way
 * @param time when it was handed over to the channel, or came from it
 * @param endPort the end port, {@code mlx5_0/1}
 * @param port what that port was then, at most a second ago
 * @param remote where it goes to or came from; of one that is given back, where it should have gone
 * @param status 0; of one that is given back, the error number that says why, see {@link io.verbena.error.Errno}
 * @param segmented whether the channel takes long messages of its agent apart and puts them together: a message is then
 *     seen once, whole, and its acknowledgements not at all
 * @param mad the datagram, or the long message; of a request that is given back, maybe no more than the header
 */
public record Packet(
        Direction direction,
        Instant time,
        String endPort,
        PortAttributes port,
        MadAddress remote,
        int status,
        boolean segmented,
        ByteBuffer mad) {
    /** The length of a datagram in bytes (IBA 13.4.2). */
    static final int DATAGRAM = 256;

    /** Which way a datagram goes. */
    public enum Direction {
        /** To the other port. */
        SENT,
        /** From the other port. */
        RECEIVED,
        /** It could not be sent, or was not answered in time. */
        GIVEN_BACK
    }

    /** A view of the bytes, from 0 to its limit; valid only during the call. */
    @Override
    public ByteBuffer mad() {
        return mad.slice().asReadOnlyBuffer();
    }

    /** A copy of the bytes, filled up with zeros to a whole datagram. */
    byte[] toDatagram() {
        ByteBuffer view = mad();
        byte[] bytes = new byte[Math.max(DATAGRAM, view.remaining())];
        view.get(bytes, 0, view.remaining());
        return bytes;
    }
}
