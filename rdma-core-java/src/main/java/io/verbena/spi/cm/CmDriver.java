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
 * A connection manager. Its objects are numbers, not 0, that mean something to this driver only. Safe for use by several
 * threads; but no call may use an object that another call is destroying, or that is destroyed, and one thread at a time
 * waits for a channel. All throw {@link io.verbena.error.SysException}.
 *
 * <p>It creates no queue pairs: they are made by verbs, named by their number, and changed as {@link #queuePairAttributes}
 * says. A cookie is a number of the caller's; events tell it.
 */
public interface CmDriver {

    /** An event channel. */
    long createChannel();

    /** Ends it; no identifier of it may be left. */
    void destroyChannel(long channel);

    /**
     * Whether the system still has a device that an identifier was bound to. Asked when {@link #awaitEvent} has returned
     * null. A driver that always sends {@link io.verbena.hca.CmEventType#DEVICE_REMOVAL} need not know.
     */
    default boolean isPresent(String device) {
        return true;
    }

    /** Waits for an event; null after the timeout or a wake-up, or when it is time to ask {@link #isPresent}. */
    @Nullable CmEventRecord awaitEvent(long channel, int timeoutMillis);

    /** Ends the wait for a channel; the next one, if nobody waits. */
    void wakeUp(long channel);

    /** An identifier, whose events come on a channel. */
    long createId(long channel, PortSpace space, long cookie);

    /** Gives it another cookie. */
    void cookie(long id, long cookie);

    /** Lets its events come on another channel; those that came are read. */
    void migrate(long id, long channel);

    /** Ends it, and its connection. */
    void destroyId(long id);

    /** Gives it an address of this host. */
    void bind(long id, InetSocketAddress address);

    /** Begins to look for the device that reaches an address, from one of this host or any. */
    void resolveAddress(long id, @Nullable InetSocketAddress source, InetSocketAddress destination, int timeoutMillis);

    /** Begins to look for the path. */
    void resolveRoute(long id, int timeoutMillis);

    /** Takes this path, both ways; an event tells that the route is resolved. */
    void route(long id, PathRecord path);

    /** Where it is bound to, and where it goes. */
    CmBinding endpoint(long id);

    /** Sets an option. */
    void option(long id, CmOption option, int value);

    /** Lets others connect; so many may wait to be accepted, 0 for as many as the system allows. */
    void listen(long id, int backlog);

    /** Asks the other side for a connection. */
    void connect(long id, ConnectionParameters parameters);

    /** Accepts a request. */
    void accept(long id, ConnectionParameters parameters);

    /** Refuses a request, or a response. */
    void reject(long id, ByteBuffer privateData);

    /** Refuses a request because of its options of enhanced connection establishment. */
    void rejectEnhancedConnection(long id, ByteBuffer privateData);

    /** Tells these options of this side with the request or answer that follows. */
    void localEnhancedConnection(long id, EnhancedConnection own);

    /** The options that the other side told of; zeros if it did not. */
    EnhancedConnection remoteEnhancedConnection(long id);

    /** Confirms a response. */
    void establish(long id);

    /** Tells what the device told of the queue pair. */
    void notify(long id, AsyncEventType event);

    /** Ends the connection, or answers the end. */
    void disconnect(long id);

    /** What changes a queue pair into a state, for this connection; not every one has a state. */
    QueuePairAttributes queuePairAttributes(long id, QueuePairState state);

    /** Begins to join a group, whose events tell the cookie. */
    void join(long id, InetSocketAddress group, boolean sendOnly, long cookie);

    /** Leaves it. */
    void leave(long id, InetSocketAddress group);

    /**
     * Looks up a name and a service, which may take as long as the name servers of the system.
     *
     * @param host a name or an address; null for any address of this host
     * @param service a name or the number of a port; null for any
     * @param passive whether to listen there; else the answer has the other side
     */
    CmBinding addressInfo(@Nullable String host, @Nullable String service, PortSpace space, boolean passive);
}
