package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.spi.cm.CmNotice;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An event that nobody has read yet. It tells the cookie that its identifier has when it is read: whoever takes a request
 * gives the new identifier a cookie before it reads on.
 *
 * @param of what it happened to
 * @param request the new identifier of a request; else null
 * @param membership the cookie of the group, 0 where there is none
 */
record PendingEvent(
        Identifier of,
        CmEventType type,
        int status,
        @Nullable Identifier request,
        long membership,
        ConnectionParameters parameters,
        @Nullable DatagramDestination destination) {
    private static final ConnectionParameters NOTHING =
            new ConnectionParameters(ByteBuffer.allocate(0), 0, 0, false, 0, 0, false, 0);

    static PendingEvent of(Identifier of, CmEventType type, int status) {
        return new PendingEvent(of, type, status, null, 0, NOTHING, null);
    }

    static PendingEvent of(Identifier of, CmEventType type, int status, ConnectionParameters parameters) {
        return new PendingEvent(of, type, status, null, 0, parameters, null);
    }

    static PendingEvent group(Identifier of, int status, long membership, @Nullable DatagramDestination destination) {
        CmEventType type = destination == null ? CmEventType.MULTICAST_ERROR : CmEventType.MULTICAST_JOIN;
        return new PendingEvent(of, type, status, null, membership, NOTHING, destination);
    }

    /** Whether it tells of a group, by its cookie. */
    boolean isOf(long group) {
        boolean ofGroup = type == CmEventType.MULTICAST_JOIN || type == CmEventType.MULTICAST_ERROR;
        return ofGroup && membership == group;
    }

    CmNotice read() {
        Identifier asked = request;
        if (asked != null) {
            of.requestRead();
        }
        long number = asked == null ? 0 : asked.number();
        return new CmNotice(type, status, of.cookie(), number, membership, parameters, destination);
    }
}
