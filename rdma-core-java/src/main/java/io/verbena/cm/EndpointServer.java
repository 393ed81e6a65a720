package io.verbena.cm;

import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Listens for connections, and returns an {@link Endpoint} for each (rdma_get_request(3)). */
public final class EndpointServer extends CmObject {
    private final CmId id;
    private final Function<ConnectionRequest, Endpoint> endpoints;
    private final Consumer<CmObject> forget;

    /** Creates a server; {@code endpoints} creates the endpoint of a request, and {@code forget} is called at the close. */
    EndpointServer(CmId id, Function<ConnectionRequest, Endpoint> endpoints, Consumer<CmObject> forget) {
        this.id = id;
        this.endpoints = endpoints;
        this.forget = forget;
    }

    /** Returns the address that this server listens at. */
    public InetSocketAddress localAddress() {
        return using(() -> id.localAddress().orElseThrow());
    }

    /**
     * Waits for the next request. Post receives to its endpoint, and answer it by {@link Endpoint#accept} or {@link
     * Endpoint#reject}.
     *
     * @throws CmTimeoutException if there is no request in time
     */
    public Endpoint request(Duration timeout) {
        return waiting(() -> endpoints.apply(id.request(timeout)));
    }

    @Override
    void destroy() {
        id.close();
    }

    @Override
    void closed(RdmaException why) {
        forget.accept(this);
    }

    @Override
    public String toString() {
        return "EndpointServer[" + id + "]";
    }
}
