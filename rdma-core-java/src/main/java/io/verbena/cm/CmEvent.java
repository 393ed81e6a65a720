package io.verbena.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An event of the connection manager (rdma_get_cm_event(3)).
 *
 * @param type the type of the event
 * @param status 0 for success, a negative errno, or the reason of the peer
 * @param id the identifier that the event concerns; for a request, the identifier that listens
 * @param parameters the parameters of the peer; for datagrams only its private data and its queue pair
 * @param destination the destination of datagrams; null for connections
 * @param argument the argument of an event that a program {@linkplain CmId#post posted}; otherwise 0
 */
public record CmEvent(
        CmEventType type,
        int status,
        CmId id,
        ConnectionParameters parameters,
        @Nullable DatagramDestination destination,
        long argument) {

    /** Returns the private data of the peer, read-only; it may be padded with zeros. */
    public ByteBuffer privateData() {
        return parameters.privateData();
    }

    /** Returns the exception for what this event ends. */
    CmException failure() {
        return switch (type) {
            case REJECTED -> new RejectedException(id, status, privateData());
            case UNREACHABLE -> new UnreachableException(id, status);
            case ADDRESS_ERROR, ADDRESS_INFO_ERROR, ROUTE_ERROR -> new UnresolvedAddressException(text(), null);
            default -> new CmException(text());
        };
    }

    private String text() {
        return id + ": " + type.text() + CmException.text(status);
    }
}
