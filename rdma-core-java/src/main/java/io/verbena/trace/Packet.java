package io.verbena.trace;

import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A datagram that was sent or received.
 *
 * @param direction direction of the datagram
 * @param time time at which it was passed to or from the channel
 * @param endPort name of the end port, {@code mlx5_0/1}
 * @param port attributes of the end port, at most one second old
 * @param remote destination or source; of a returned datagram, the destination
 * @param status 0, or the error number of a returned datagram, see {@link io.verbena.error.Errno}
 * @param segmented whether the channel performs RMPP for the agent: a long message is then seen once and as a whole,
 *     and its acknowledgements not at all
 * @param mad the datagram or long message; of a returned request, at least the header
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
    /** Length of a datagram in bytes (IBA 13.4.2). */
    static final int DATAGRAM = 256;

    /** Direction of a datagram. */
    public enum Direction {
        /** Sent to another port. */
        SENT,
        /** Received from another port. */
        RECEIVED,
        /** Returned by the channel because it could not be sent, or was not answered in time. */
        RETURNED
    }

    /** Returns a view of the bytes, from 0 to its limit, valid only during the call. */
    @Override
    public ByteBuffer mad() {
        return mad.slice().asReadOnlyBuffer();
    }

    /** Returns a copy of the bytes, padded with zeros to a datagram. */
    byte[] toDatagram() {
        ByteBuffer view = mad();
        byte[] bytes = new byte[Math.max(DATAGRAM, view.remaining())];
        view.get(bytes, 0, view.remaining());
        return bytes;
    }
}
