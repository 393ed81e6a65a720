package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connections that have all they need: an identifier, a queue pair with its completion queues, and calls that wait
 * (rdma_create_ep(3)). Endpoints of one device share a protection domain, so that memory which is {@linkplain Endpoint#register
 * registered} by one serves all.
 *
 * <p>Endpoints consist of objects of this package and of {@code io.verbena.verbs}, and give access to them. Closing this object
 * closes all endpoints.
 */
public final class Endpoints extends CmObject {

    private final Function<String, Context> devices;
    private final EventChannel channel;
    private final Map<String, ProtectionDomain> domains = new ConcurrentHashMap<>();
    private final Set<CmObject> made = ConcurrentHashMap.newKeySet();

    /**
     * Creates the endpoints of a connection manager.
     *
     * @param devices opens a device by its name; the device is closed with this object
     */
    public Endpoints(ConnectionManager manager, Function<String, Context> devices) {
        this.devices = devices;
        this.channel = manager.eventChannel();
    }

    /** Creates an endpoint with a small queue pair, ready to {@linkplain Endpoint#connect connect} to a server. */
    public Endpoint create(InetSocketAddress server, Duration timeout) {
        return create(new AddressInfo(null, server), QueuePairCapacity.SMALL, timeout);
    }

    /**
     * Creates an endpoint for an address that was {@linkplain ConnectionManager#addressInfo looked up}. Address and path are
     * resolved, and receives can be posted; {@link Endpoint#connect} is the next step.
     *
     * @param capacity minimum capacity of the queue pair
     * @param timeout limit for resolving address and path
     * @throws IllegalArgumentException if it was looked up to listen
     * @throws UnresolvedAddressException if no device reaches the address, or there is no path
     * @throws CmTimeoutException if it takes longer
     */
    public Endpoint create(AddressInfo server, QueuePairCapacity capacity, Duration timeout) {
        SocketAddress destination = server.destination();
        if (destination == null) {
            throw new IllegalArgumentException(server + " has no destination; look it up with addressInfo to connect");
        }
        CmId id = using(() -> channel.id(PortSpace.TCP));
        return orClose(id, () -> {
            id.resolve(server.source(), destination, timeout);
            return endpoint(id, null, capacity);
        });
    }

    /** Listens for endpoints with small queue pairs. */
    public EndpointServer listen(InetSocketAddress address, int backlog) {
        return listen(address, QueuePairCapacity.SMALL, backlog);
    }

    /**
     * Listens for connections, each of which gets an endpoint.
     *
     * @param address an address of this host; port 0 for a free port
     * @param capacity minimum capacity of the queue pairs
     * @param backlog maximum number of requests that are not taken yet
     * @throws AddressInUseException if another program listens at the address
     */
    public EndpointServer listen(InetSocketAddress address, QueuePairCapacity capacity, int backlog) {
        CmId id = using(() -> channel.id(PortSpace.TCP));
        return orClose(id, () -> {
            id.bind(address);
            id.listen(backlog);
            return adopt(new EndpointServer(
                    id,
                    request -> orClose(request.id(), () -> endpoint(request.id(), request, capacity)),
                    this::forget));
        });
    }

    /** Creates an endpoint, with a queue pair, for an identifier that has a device. */
    private Endpoint endpoint(CmId id, @Nullable ConnectionRequest request, QueuePairCapacity capacity) {
        ProtectionDomain domain = using(() -> domains.compute(id.device().orElseThrow(), this::domain));
        return adopt(new Endpoint(this::forget, id, request, domain, capacity));
    }

    /** Returns the protection domain of a device; a device that was removed and is back gets a new one. */
    private ProtectionDomain domain(String device, @Nullable ProtectionDomain last) {
        return last == null || last.isClosed() ? devices.apply(device).protectionDomain() : last;
    }

    private static <T> T orClose(CmId id, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            id.close();
            throw e;
        }
    }

    private <T extends CmObject> T adopt(T object) {
        made.add(object);
        // A concurrent close may not have found the object.
        if (isClosed()) {
            object.close();
            throw new ClosedObjectException(this);
        }
        return object;
    }

    private void forget(CmObject object) {
        made.remove(object);
    }

    @Override
    void destroy() {
        // All is closed when nothing is held: the thread of the channel may be about to ask for something.
    }

    @Override
    void closed(RdmaException why) {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(made);
        failures.close(channel);
        domains.values().forEach(domain -> failures.close(domain.context()));
        failures.rethrow();
    }

    @Override
    public String toString() {
        return "Endpoints";
    }
}
