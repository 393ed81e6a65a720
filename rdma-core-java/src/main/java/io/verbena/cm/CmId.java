package io.verbena.cm;

import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.PathRecord;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEndpoint;
import io.verbena.spi.cm.CmNotice;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.QueuePair;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A communication identifier (rdma_create_id(3)): what a socket is to connections of the system. A client resolves an
 * address and a route, {@linkplain #use uses} a queue pair of the device that was found, and connects; a server binds and
 * listens, and takes requests.
 *
 * <p>Of each step there is a future, and a form that waits. One step is taken at a time. What cannot even be begun is thrown
 * at once; what fails later fails the future with the same exceptions.
 */
public final class CmId extends CmObject {
    private final long handle;
    private final PortSpace space;
    private final long cookie;
    private final Steps steps = new Steps(this);
    private final Listening listening = new Listening(this);
    private final Resolution resolution = new Resolution(this, steps);
    private final CmConnection connection = new CmConnection(this, steps);
    private final Memberships memberships = new Memberships(this, connection);
    private volatile EventChannel channel;
    private volatile String name;

    CmId(EventChannel channel, long handle, PortSpace space, long cookie) {
        this.channel = channel;
        this.handle = handle;
        this.space = space;
        this.cookie = cookie;
        this.name = "CmId[" + space.text() + " " + cookie + "]";
    }

    long cookie() {
        return cookie;
    }

    long handle() {
        return handle;
    }

    CmDriver driver() {
        return channel.manager().driver();
    }

    /** The port space that it is of. */
    public PortSpace portSpace() {
        return space;
    }

    /** Where its events come. */
    public EventChannel channel() {
        return channel;
    }

    /** What a step brings. */
    <T> T await(CompletableFuture<T> step, String wanted, Duration timeout) {
        return FutureWaits.await(step, timeout, this, () -> new CmTimeoutException(this, wanted, timeout));
    }

    private CmEndpoint endpoint() {
        return using(() -> driver().endpoint(handle));
    }

    /** The name of the device, for {@code Rdma.verbs}; none before an address is bound or resolved. */
    public Optional<String> device() {
        return Optional.of(endpoint().device()).filter(device -> !device.isEmpty());
    }

    /** The port of the device, from 1; 0 before it has one. */
    public int port() {
        return endpoint().port();
    }

    /** The own address, if it has one. */
    public Optional<InetSocketAddress> localAddress() {
        return Optional.ofNullable(endpoint().local());
    }

    /** The address of the other side, if there is one. */
    public Optional<InetSocketAddress> peerAddress() {
        return Optional.ofNullable(endpoint().peer());
    }

    /** The queue pair that it uses, if there is one. */
    public Optional<QueuePair> queuePair() {
        return Optional.ofNullable(connection.queuePair());
    }

    /** Sets an option; most must be set before an address is bound or resolved. */
    public CmId option(CmOption option, int value) {
        using(() -> driver().option(handle, option, value));
        return this;
    }

    /**
     * Gives it an address of this host; port 0 for one that is free.
     *
     * @throws AddressInUseException if another has it
     */
    public void bind(InetSocketAddress address) {
        listening.bind(address);
        rename();
    }

    /**
     * Lets others connect. It must be bound.
     *
     * @param backlog how many may wait to be taken; 0 for as many as the system allows
     * @throws AddressInUseException if another listens there
     */
    public void listen(int backlog) {
        listening.listen(backlog);
        rename();
    }

    /** The next who asks for a connection. */
    public CompletableFuture<ConnectionRequest> request() {
        return listening.request();
    }

    /**
     * The same, and waits.
     *
     * @throws CmTimeoutException if nobody asks in time
     */
    public ConnectionRequest request(Duration timeout) {
        return await(request(), "a request", timeout);
    }

    /**
     * Looks for the device that reaches an address.
     *
     * @param source an address of this host to begin from; null for any
     * @param timeout after which the connection manager gives up
     * @throws UnresolvedAddressException if no device does
     */
    public CompletableFuture<CmEvent> resolveAddress(
            @Nullable InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        return resolution.address(source, destination, timeout);
    }

    /**
     * Looks for the path to what {@link #resolveAddress} found.
     *
     * @param timeout after which the connection manager gives up
     */
    public CompletableFuture<CmEvent> resolveRoute(Duration timeout) {
        return resolution.route(timeout);
    }

    /**
     * Takes this path to what {@link #resolveAddress} found, instead of looking for one (rdma_set_option(3),
     * RDMA_OPTION_IB_PATH): one that the subnet administration answered, such as that of {@code SaClient}. It is used both ways.
     *
     * @throws SysException if no address is resolved, or a route is already
     */
    public CompletableFuture<CmEvent> route(PathRecord path) {
        return resolution.route(path);
    }

    /**
     * Resolves address and route, and waits.
     *
     * @throws UnresolvedAddressException if no device reaches the address, or there is no path
     * @throws CmTimeoutException if it takes longer
     */
    public void resolve(InetSocketAddress destination, Duration timeout) {
        resolve(null, destination, timeout);
    }

    void resolve(@Nullable InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        resolution.both(source, destination, timeout);
    }

    /**
     * Lets it use a queue pair of its device, which goes to state INIT, so that receives can be posted; for datagrams it
     * goes on to RTS. The connection takes it through the other states. The queue pair is not closed with this.
     *
     * @throws IllegalArgumentException if it is of another device, or not for this port space
     * @throws IllegalStateException if there is no device, as no address is resolved
     */
    public void use(QueuePair pair) {
        connection.use(pair);
    }

    /**
     * Connects. With a queue pair in {@linkplain #use use} the future is completed when that receives and sends. Without one,
     * the queue pair is the one that {@code parameters} name, the future is completed by {@link
     * CmEventType#CONNECT_RESPONSE}, and the caller {@linkplain #establish establishes} the connection. Of datagrams the
     * event tells the destination.
     *
     * @throws SysException if it cannot be begun, as with private data that are too long
     */
    public CompletableFuture<CmEvent> connect(ConnectionParameters parameters) {
        return connection.connect(parameters);
    }

    /**
     * The same, and waits.
     *
     * @throws RejectedException if the other side refuses, or nobody listens there
     * @throws UnreachableException if it does not answer
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent connect(ConnectionParameters parameters, Duration timeout) {
        return await(connect(parameters), "to be connected", timeout);
    }

    /** How it is connected, for whoever answers a request. */
    CmConnection connection() {
        return connection;
    }

    /**
     * Tells the other side of options of enhanced connection establishment, with the request or the answer that follows
     * (rdma_set_local_ece(3)): those of a queue pair, {@link QueuePair#enhancedConnection()}.
     *
     * @throws io.verbena.error.UnsupportedException if the connection manager has none
     */
    public void enhancedConnection(EnhancedConnection own) {
        using(() -> driver().localEnhancedConnection(handle, own));
    }

    /**
     * The options of enhanced connection establishment that the other side told of, zeros if it did not
     * (rdma_get_remote_ece(3)); for {@link QueuePair#enhancedConnection(EnhancedConnection)}.
     *
     * @throws io.verbena.error.UnsupportedException if the connection manager has none
     */
    public EnhancedConnection peerEnhancedConnection() {
        return using(() -> driver().remoteEnhancedConnection(handle));
    }

    /** Confirms that the other side accepted, where no queue pair is in use: the caller's must receive by then. */
    public void establish() {
        using(() -> driver().establish(handle));
    }

    /** What changes a queue pair that is not in use into a state, for this connection (rdma_init_qp_attr(3)). */
    public QueuePairAttributes queuePairAttributes(QueuePairState state) {
        return using(() -> driver().queuePairAttributes(handle, state));
    }

    /** Tells what the device told of the queue pair, such as {@link AsyncEventType#COMMUNICATION_ESTABLISHED}. */
    public void tell(AsyncEventType event) {
        using(() -> driver().notify(handle, event));
    }

    /**
     * Ends the connection: what is posted is flushed, and the future is completed when the other side knows. Completed
     * already if the other side ended it.
     */
    public CompletableFuture<CmEvent> disconnect() {
        return connection.disconnect();
    }

    /**
     * The same, and waits.
     *
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent disconnect(Duration timeout) {
        return await(disconnect(), "to be disconnected", timeout);
    }

    /** Completed when either side has ended the connection. */
    public CompletableFuture<CmEvent> disconnected() {
        return connection.ended();
    }

    /** Lets its events come on another channel of the same connection manager. */
    public void migrate(EventChannel target) {
        if (target.manager() != channel.manager()) {
            throw new IllegalArgumentException(target + " is of another connection manager than " + this);
        }
        target.using(() -> using(() -> {
            driver().migrate(handle, target.handle());
            channel.forget(this);
            channel = target;
            target.adopt(this);
        }));
    }

    /**
     * Joins a group of datagrams. A queue pair in {@linkplain #use use} gets what is sent to the group, unless this only
     * sends. It must be bound, or have an address resolved, and no route.
     */
    public CompletableFuture<CmMembership> join(InetAddress group, boolean sendOnly) {
        return memberships.join(group, sendOnly);
    }

    /**
     * The same, and waits.
     *
     * @throws CmTimeoutException if it takes longer
     */
    public CmMembership join(InetAddress group, boolean sendOnly, Duration timeout) {
        return await(join(group, sendOnly), "to join " + group, timeout);
    }

    Memberships memberships() {
        return memberships;
    }

    /** Takes the step that an event asks for; on the thread of the channel. The answer is what the listener is told. */
    CmEvent take(CmNotice notice) {
        CmEvent event = new CmEvent(notice.type(), notice.status(), this, notice.parameters(), notice.destination());
        switch (notice.type()) {
            case CONNECT_REQUEST -> listening.take(notice);
            case CONNECT_RESPONSE, DISCONNECTED, REJECTED -> connection.take(event);
            case MULTICAST_JOIN, MULTICAST_ERROR -> memberships.take(notice, event);
            case ADDRESS_RESOLVED -> {
                rename();
                steps.take(event);
            }
            default -> steps.take(event);
        }
        return event;
    }

    /** Called so in messages from now on. */
    void rename() {
        CmEndpoint now = endpoint();
        String device = now.device().isEmpty() ? "" : " on " + now.device() + "/" + now.port();
        name = "CmId[" + space.text() + " " + cookie + device + ", " + now.local() + " to " + now.peer() + "]";
    }

    @Override
    void destroy() {
        channel.manager().forget(this);
        try {
            driver().destroyId(handle);
        } finally {
            // Not before: the channel is destroyed as soon as it knows of no identifier.
            channel.forget(this);
        }
    }

    @Override
    void closed() {
        ClosedObjectException why = new ClosedObjectException(this);
        steps.fail(why);
        connection.closed(why);
        memberships.closed(why);
        listening.closed(why);
    }

    @Override
    public String toString() {
        return name;
    }
}
