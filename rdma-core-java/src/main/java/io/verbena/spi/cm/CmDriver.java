package io.verbena.spi.cm;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.PathRecord;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection manager. Handles of channels and identifiers are numbers other than 0 that only this driver can interpret. Safe
 * for use by several threads, with two restrictions: no call may use an object that is destroyed or being destroyed, and only
 * one thread at a time may wait for a channel. All methods throw {@link io.verbena.error.SysException}.
 *
 * <p>Queue pairs are created by verbs, named by their numbers, and modified with the result of {@link #queuePairAttributes}. A
 * cookie is a number that the caller chooses and that events return.
 */
public interface CmDriver {

    /** Creates an event channel (rdma_create_event_channel(3)). */
    long createChannel();

    /** Destroys a channel, whose identifiers are destroyed already. */
    void destroyChannel(long channel);

    /**
     * Returns whether the system still has a device that an identifier was bound to. The library asks when {@link #awaitEvent}
     * has returned null. A driver that always sends {@link io.verbena.hca.CmEventType#DEVICE_REMOVAL} need not implement it.
     */
    default boolean isPresent(String device) {
        return true;
    }

    /** Waits for an event. Returns null after the timeout, after a wake-up, and when {@link #isPresent} may have changed. */
    @Nullable CmEventRecord awaitEvent(long channel, int timeoutMillis);

    /** Ends the current wait for a channel, or the next one if no thread waits. */
    void wakeUp(long channel);

    /** Creates an identifier whose events arrive on a channel (rdma_create_id(3)). */
    long createId(long channel, PortSpace space, long cookie);

    /** Sets the cookie of an identifier. */
    void cookie(long id, long cookie);

    /** Moves the events of an identifier to another channel; those that have arrived were read (rdma_migrate_id(3)). */
    void migrate(long id, long channel);

    /** Destroys an identifier and its connection (rdma_destroy_id(3)). */
    void destroyId(long id);

    /** Binds an identifier to an address of this host (rdma_bind_addr(3)). */
    void bind(long id, InetSocketAddress address);

    /**
     * Starts to resolve an address to a device (rdma_resolve_addr(3)).
     *
     * @param source the local address; null for any
     */
    void resolveAddress(long id, @Nullable InetSocketAddress source, InetSocketAddress destination, int timeoutMillis);

    /** Starts to resolve the path to the resolved address (rdma_resolve_route(3)). */
    void resolveRoute(long id, int timeoutMillis);

    /** Sets the path in both directions. An event reports that the route is resolved. */
    void route(long id, PathRecord path);

    /** Returns the device, the port and the addresses of an identifier. */
    CmBinding endpoint(long id);

    /** Sets an option (rdma_set_option(3)). */
    void option(long id, CmOption option, int value);

    /**
     * Listens for connection requests (rdma_listen(3)).
     *
     * @param backlog maximum number of pending requests; 0 for the maximum of the system
     */
    void listen(long id, int backlog);

    /** Sends a connection request (rdma_connect(3)). */
    void connect(long id, ConnectionParameters parameters);

    /** Accepts a request (rdma_accept(3)). */
    void accept(long id, ConnectionParameters parameters);

    /** Rejects a request or a response (rdma_reject(3)). */
    void reject(long id, ByteBuffer privateData);

    /** Rejects a request because of its options of enhanced connection establishment (rdma_reject_ece(3)). */
    void rejectEnhancedConnection(long id, ByteBuffer privateData);

    /** Sets the options of enhanced connection establishment that the next request or response carries. */
    void localEnhancedConnection(long id, EnhancedConnection own);

    /** Returns the options of enhanced connection establishment of the peer; zeros if the peer sent none. */
    EnhancedConnection remoteEnhancedConnection(long id);

    /** Confirms a response (rdma_establish(3)). */
    void establish(long id);

    /** Passes on an event of the queue pair (rdma_notify(3)). */
    void notify(long id, AsyncEventType event);

    /** Disconnects, or answers the disconnect of the peer (rdma_disconnect(3)). */
    void disconnect(long id);

    /** Returns the attributes that take a queue pair of this connection into a state (rdma_init_qp_attr(3)). */
    QueuePairAttributes queuePairAttributes(long id, QueuePairState state);

    /** Starts to join a multicast group, whose events return the cookie (rdma_join_multicast(3)). */
    void join(long id, InetSocketAddress group, boolean sendOnly, long cookie);

    /** Leaves a multicast group (rdma_leave_multicast(3)). */
    void leave(long id, InetSocketAddress group);

    /**
     * Looks up a name and a service (rdma_getaddrinfo(3)). The name service of the system limits the time.
     *
     * @param host a name or an address; null for any address of this host
     * @param service a name or a port number; null for any
     * @param passive whether the address is for listening; otherwise the result contains the address of the peer
     */
    CmBinding addressInfo(@Nullable String host, @Nullable String service, PortSpace space, boolean passive);
}
