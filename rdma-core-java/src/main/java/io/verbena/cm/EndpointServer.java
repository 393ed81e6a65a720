package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Listens for connections, and returns an {@link Endpoint} for each (rdma_get_request(3)). */
public final class EndpointServer extends CmObject {
    private final Endpoints endpoints;
    private final CmId id;
    private final QueuePairCapacity capacity;

    EndpointServer(Endpoints endpoints, CmId id, QueuePairCapacity capacity) {
        this.endpoints = endpoints;
        this.id = id;
        this.capacity = capacity;
    }

    /** Returns the address that this server listens at. */
    public InetSocketAddress localAddress() {
        return using(() -> id.localAddress().orElseThrow());
    }

    /**
     * Waits for the next request. Post receives to its endpoint, and {@linkplain Endpoint#accept accept} or {@linkplain
     * Endpoint#reject reject} it.
     *
     * @throws CmTimeoutException if there is no request in time
     */
    public Endpoint request(Duration timeout) {
        requireOpen();
        try {
            ConnectionRequest request = id.request(timeout);
            return Endpoints.orClose(request.id(), () -> endpoints.endpoint(request.id(), request, capacity));
        } catch (ClosedObjectException e) {
            throw isClosed() ? refusal() : e;
        }
    }

    @Override
    void destroy() {
        id.close();
    }

    @Override
    void closed(RdmaException why) {
        endpoints.forget(this);
    }

    @Override
    public String toString() {
        return "EndpointServer[" + id + "]";
    }
}
