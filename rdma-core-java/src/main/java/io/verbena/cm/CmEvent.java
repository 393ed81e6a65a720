package io.verbena.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What the connection manager told.
 *
 * @param type what happened
 * @param status 0 if all is well, a negative errno, or the reason of the other side
 * @param id what it happened to; for a request, the one that listens
 * @param parameters what the other side said; of datagrams only its private data and its queue pair
 * @param destination where datagrams are to be sent; null where there are none
 */
public record CmEvent(
        CmEventType type,
        int status,
        CmId id,
        ConnectionParameters parameters,
        @Nullable DatagramDestination destination) {

    /**
     * What the program at the other side told; it may be longer than what that program gave, filled with zeros. Read only.
     */
    public ByteBuffer privateData() {
        return parameters.privateData();
    }
}
