package io.verbena.cm;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Waits for those who connect, and gives each an {@link Endpoint} (rdma_get_request(3)). */
public final class EndpointServer extends CmObject {
    private final Endpoints endpoints;
    private final CmId id;
    private final QueuePairCapacity capacity;

    EndpointServer(Endpoints endpoints, CmId id, QueuePairCapacity capacity) {
        this.endpoints = endpoints;
        this.id = id;
        this.capacity = capacity;
    }

    /** Where it listens. */
    public InetSocketAddress localAddress() {
        return using(() -> id.localAddress().orElseThrow());
    }

    /**
     * Waits for the next who asks for a connection. The endpoint has a queue pair to post receives to; it is to be {@linkplain
     * Endpoint#accept accepted} or {@linkplain Endpoint#reject rejected}.
     *
     * @throws CmTimeoutException if nobody asks in time
     */
    public Endpoint request(Duration timeout) {
        if (isClosed()) {
            throw new ClosedObjectException(this);
        }
        try {
            ConnectionRequest request = id.request(timeout);
            return Endpoints.orClose(request.id(), () -> endpoints.endpoint(request.id(), request, capacity));
        } catch (ClosedObjectException e) {
            throw isClosed() ? new ClosedObjectException(this) : e;
        }
    }

    @Override
    void destroy() {
        id.close();
    }

    @Override
    void closed() {
        endpoints.forget(this);
    }

    @Override
    public String toString() {
        return "EndpointServer[" + id + "]";
    }
}
