package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.PathRecord;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEventRecord;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.QueuePair;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A communication identifier (rdma_create_id(3)), the counterpart of a socket. A client resolves an address and a route,
 * {@linkplain #use uses} a queue pair of the device that was found, and connects. A server binds, listens and takes requests.
 *
 * <p>When the device is removed, the identifier closes itself: pending futures and later calls fail with a {@link
 * DeviceRemovedException}. A server that listens at an address of the device must bind and listen again when the device is
 * back; a server that listens at all addresses continues.
 *
 * <p>Each step has a form that returns a future, and a form that waits and throws a {@link CmTimeoutException} after its timeout. Only
 * one step may be in progress. A call throws if a step cannot begin; the future fails if the step fails later.
 */
public final class CmId extends CmObject {
    final long handle;
    private final PortSpace space;
    final long cookie;
    private final Steps steps = new Steps(this);
    private final CmListener listening = new CmListener(this);

    /** The connection, for the answer to a request. */
    final CmConnection connection = new CmConnection(this, steps);

    private final Memberships memberships = new Memberships(this, connection);
    private volatile EventChannel channel;
    private volatile String name;
    private volatile String deviceName = "";

    CmId(EventChannel channel, long handle, PortSpace space, long cookie) {
        this.channel = channel;
        this.handle = handle;
        this.space = space;
        this.cookie = cookie;
        this.name = "CmId[" + space.text() + " " + cookie + "]";
    }

    CmDriver driver() {
        return channel.manager.driver;
    }

    /** Returns the port space. */
    public PortSpace portSpace() {
        return space;
    }

    /** Returns the channel that the events of this identifier arrive on. */
    public EventChannel channel() {
        return channel;
    }

    <T> T await(CompletableFuture<T> step, String wanted, Duration timeout) {
        return FutureWaits.await(step, timeout, this, () -> new CmTimeoutException(this, wanted, timeout));
    }

    private CmBinding endpoint() {
        return using(() -> driver().endpoint(handle));
    }

    /** Returns the name of the device, for {@code Rdma.verbs}; empty before an address is bound or resolved. */
    public Optional<String> device() {
        return Optional.of(endpoint().device()).filter(device -> !device.isEmpty());
    }

    /** Returns the number of the port of the device, from 1; 0 before an address is bound or resolved. */
    public int port() {
        return endpoint().port();
    }

    /** Returns the local address, if there is one and it is an IP address. */
    public Optional<InetSocketAddress> localAddress() {
        return address(InetSocketAddress.class, endpoint().local());
    }

    /** Returns the address of the peer, if there is one and it is an IP address. */
    public Optional<InetSocketAddress> peerAddress() {
        return address(InetSocketAddress.class, endpoint().peer());
    }

    /** Returns the local address, if there is one and it is an address of InfiniBand. */
    public Optional<IbSocketAddress> localIbAddress() {
        return address(IbSocketAddress.class, endpoint().local());
    }

    /** Returns the address of the peer, if there is one and it is an address of InfiniBand. */
    public Optional<IbSocketAddress> peerIbAddress() {
        return address(IbSocketAddress.class, endpoint().peer());
    }

    private static <T extends SocketAddress> Optional<T> address(Class<T> family, @Nullable SocketAddress address) {
        return Optional.ofNullable(address).filter(family::isInstance).map(family::cast);
    }

    /** Returns the queue pair in use, if there is one. */
    public Optional<QueuePair> queuePair() {
        return Optional.ofNullable(connection.queuePair());
    }

    /** Sets an option (rdma_set_option(3)); set most options before an address is bound or resolved. */
    public CmId option(CmOption option, int value) {
        using(() -> driver().option(handle, option, value));
        return this;
    }

    /**
     * Binds this identifier to an address of this host (rdma_bind_addr(3)).
     *
     * @param address an {@link InetSocketAddress}, port 0 for a free port; or an {@link IbSocketAddress}
     * @throws AddressInUseException if the address is in use
     * @throws IllegalArgumentException if the address is of another type
     */
    public void bind(SocketAddress address) {
        requireFamily(address);
        listening.bind(address);
        rename();
    }

    /**
     * Listens for connection requests at the bound address (rdma_listen(3)).
     *
     * @param backlog maximum number of requests that are not taken yet; 0 for the maximum of the system
     * @throws AddressInUseException if another program listens at the address
     */
    public void listen(int backlog) {
        listening.listen(backlog);
        rename();
    }

    /** Returns a future of the next connection request. */
    public CompletableFuture<ConnectionRequest> requestAsync() {
        return listening.request();
    }

    /** Waits for the next connection request. */
    public ConnectionRequest request(Duration timeout) {
        return await(requestAsync(), "a request", timeout);
    }

    /**
     * Resolves a name and a service by the services of the subnet (rdma_resolve_addrinfo(3)), as {@link
     * ConnectionManager#addressInfo} does by the name service of the system.
     *
     * @param host a name
     * @param service a name or a port number; null for any
     * @return a future that fails with {@link UnresolvedAddressException} if the name is unknown
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 60
     */
    public CompletableFuture<AddressInfo> resolveAddressInfoAsync(String host, @Nullable String service) {
        return steps.begin(
                        Steps.Step.RESOLVE_ADDRESS_INFO,
                        () -> driver().resolveAddressInfo(handle, host, service, space))
                .thenApply(event -> addressInfo());
    }

    private AddressInfo addressInfo() {
        CmBinding found = using(() -> driver().queryAddressInfo(handle));
        return new AddressInfo(found.local(), found.peer());
    }

    /**
     * Posts an event of type {@link CmEventType#USER} to the {@linkplain EventChannel#listener listener} of the channel
     * (rdma_write_cm_event(3)).
     *
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 60
     */
    public void post(int status, long argument) {
        using(() -> driver().post(handle, status, argument));
    }

    /**
     * Resolves an address to a device of this host (rdma_resolve_addr(3)).
     *
     * @param source the local address, of the type of the destination; null for any
     * @param destination an {@link InetSocketAddress} or an {@link IbSocketAddress}
     * @param timeout limit of the connection manager
     * @throws UnresolvedAddressException if no device reaches the address
     * @throws IllegalArgumentException if an address is of another type
     */
    public CompletableFuture<CmEvent> resolveAddressAsync(
            @Nullable SocketAddress source, SocketAddress destination, Duration timeout) {
        requireFamily(destination);
        if (source != null) {
            requireFamily(source);
        }
        if (destination instanceof InetSocketAddress ip && ip.isUnresolved()) {
            throw new UnresolvedAddressException(
                    "the name '" + ip.getHostString() + "' has no address; is it spelled right, and known to DNS?",
                    null);
        }
        try {
            return steps.begin(
                    Steps.Step.RESOLVE_ADDRESS,
                    () -> driver().resolveAddress(handle, source, destination, millis(timeout)));
        } catch (SysException e) {
            throw switch (e.errno()) {
                case Errno.ENODEV, Errno.EADDRNOTAVAIL, Errno.ENETUNREACH, Errno.EHOSTUNREACH ->
                    new UnresolvedAddressException("no RDMA device of this host reaches " + destination, e);
                default -> e;
            };
        }
    }

    private static void requireFamily(SocketAddress address) {
        if (!(address instanceof InetSocketAddress) && !(address instanceof IbSocketAddress)) {
            throw new IllegalArgumentException("the connection manager has no addresses like " + address
                    + "; expected an InetSocketAddress or an IbSocketAddress");
        }
    }

    /**
     * Resolves the path to the {@linkplain #resolveAddressAsync resolved} address (rdma_resolve_route(3)).
     *
     * @param timeout limit of the connection manager
     */
    public CompletableFuture<CmEvent> resolveRouteAsync(Duration timeout) {
        return steps.begin(Steps.Step.RESOLVE_ROUTE, () -> driver().resolveRoute(handle, millis(timeout)));
    }

    /** Converts a timeout to the unit of the connection manager: at least 1 ms, at most 24 days. */
    private static int millis(Duration timeout) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(Deadline.nanos(timeout))));
    }

    /**
     * Sets the path to the {@linkplain #resolveAddressAsync resolved} address instead of resolving it (rdma_set_option(3),
     * RDMA_OPTION_IB_PATH), such as a path record from {@code SaClient}. It is used in both directions.
     *
     * @throws SysException if no address is resolved, or a route is
     */
    public CompletableFuture<CmEvent> routeAsync(PathRecord path) {
        return steps.begin(Steps.Step.RESOLVE_ROUTE, () -> driver().route(handle, path));
    }

    /**
     * Returns the {@linkplain #resolveRouteAsync resolved} path to the peer (the {@code route} of {@code struct rdma_cm_id}). On
     * Ethernet, only its GIDs, the hop limit and the traffic class are meaningful.
     *
     * @throws SysException if no path is resolved
     */
    public PathRecord route() {
        return using(() -> driver().route(handle));
    }

    /**
     * Resolves address and route, and waits for both.
     *
     * @throws UnresolvedAddressException if no device reaches the address, or there is no path
     */
    public void resolve(SocketAddress destination, Duration timeout) {
        resolve(null, destination, timeout);
    }

    void resolve(@Nullable SocketAddress source, SocketAddress destination, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        Duration whole = deadline.remaining();
        await(resolveAddressAsync(source, destination, whole), "to resolve " + destination, whole);
        Duration rest = deadline.remaining();
        await(resolveRouteAsync(rest), "to find the path to " + destination, rest);
    }

    /**
     * Uses a queue pair of the device for this connection. The queue pair goes to state INIT, so that receives can be posted, and
     * for datagrams to RTS; connecting takes it through the remaining states. It is not closed with this identifier.
     *
     * @throws IllegalArgumentException if the queue pair is of another device, or its type does not fit the port space
     * @throws IllegalStateException if no address is bound or resolved
     */
    public void use(QueuePair pair) {
        connection.use(pair);
    }

    /**
     * Connects (rdma_connect(3)). With a queue pair in {@linkplain #use use}, the future completes when that can receive and
     * send. Without one, {@code parameters} names the queue pair, the future completes with {@link
     * CmEventType#CONNECT_RESPONSE}, and the caller {@linkplain #establish establishes} the connection. For datagrams, the event
     * contains the destination.
     *
     * @throws SysException if the request cannot be sent, for example because the private data is too long
     */
    public CompletableFuture<CmEvent> connectAsync(ConnectionParameters parameters) {
        return connection.connect(parameters);
    }

    /**
     * Connects and waits; see {@link #connectAsync(ConnectionParameters)}.
     *
     * @throws RejectedException if the peer rejects the connection, or no program listens at the address
     * @throws UnreachableException if the peer does not respond
     */
    public CmEvent connect(ConnectionParameters parameters, Duration timeout) {
        return await(connectAsync(parameters), "to be connected", timeout);
    }

    /**
     * Sets the options of enhanced connection establishment (ECE) that the next request or response carries
     * (rdma_set_local_ece(3)), such as {@link QueuePair#enhancedConnection()}.
     *
     * @throws io.verbena.error.UnsupportedException if the connection manager does not support ECE
     */
    public void enhancedConnection(EnhancedConnection own) {
        using(() -> driver().localEnhancedConnection(handle, own));
    }

    /**
     * Returns the options of enhanced connection establishment (ECE) of the peer (rdma_get_remote_ece(3)), for {@link
     * QueuePair#enhancedConnection(EnhancedConnection)}; zeros if the peer sent none.
     *
     * @throws io.verbena.error.UnsupportedException if the connection manager does not support ECE
     */
    public EnhancedConnection peerEnhancedConnection() {
        return using(() -> driver().remoteEnhancedConnection(handle));
    }

    /** Confirms an accepted connection whose queue pair is not in {@linkplain #use use}, and can receive (rdma_establish(3)). */
    public void establish() {
        using(() -> driver().establish(handle));
    }

    /** Returns the attributes that take a queue pair, which is not in use, into a state (rdma_init_qp_attr(3)). */
    public QueuePairAttributes queuePairAttributes(QueuePairState state) {
        return using(() -> driver().queuePairAttributes(handle, state));
    }

    /** Passes on an event of the queue pair, such as {@link AsyncEventType#COMMUNICATION_ESTABLISHED} (rdma_notify(3)). */
    public void report(AsyncEventType event) {
        using(() -> driver().notify(handle, event));
    }

    /**
     * Disconnects (rdma_disconnect(3)): the requests in flight are flushed, and the future completes when the peer has answered.
     * It is complete already if the peer has ended the connection.
     */
    public CompletableFuture<CmEvent> disconnectAsync() {
        return connection.disconnect();
    }

    /** Disconnects and waits; see {@link #disconnectAsync()}. */
    public CmEvent disconnect(Duration timeout) {
        return await(disconnectAsync(), "to be disconnected", timeout);
    }

    /** Returns a future that completes when either side has ended the connection. */
    public CompletableFuture<CmEvent> awaitDisconnectAsync() {
        return connection.ended();
    }

    /** Moves the events of this identifier to another channel of its connection manager (rdma_migrate_id(3)). */
    public void migrate(EventChannel target) {
        if (target.manager != channel.manager) {
            throw new IllegalArgumentException(target + " is of another connection manager than " + this);
        }
        target.using(() -> using(() -> {
            driver().migrate(handle, target.handle);
            channel.forget(this);
            channel = target;
            target.adopt(this);
        }));
    }

    /**
     * Joins a multicast group (rdma_join_multicast(3)). A queue pair in {@linkplain #use use} receives what is sent to the
     * group, unless it only sends. The identifier must have a bound or resolved address, and no route.
     */
    public CompletableFuture<CmMembership> joinAsync(InetAddress group, boolean sendOnly) {
        return joinAsync(new InetSocketAddress(group, 0), sendOnly);
    }

    /**
     * Joins a multicast group by an address of either family; see {@link #joinAsync(InetAddress, boolean)}. The GID of an {@link
     * IbSocketAddress} is that of the group, where an IP address is mapped to one. The identifier may be bound to an IP address.
     *
     * @throws SysException if the address is not a multicast address, or is an {@link IbSocketAddress} and the port is not of
     *     InfiniBand
     * @throws IllegalArgumentException if the address is of another type
     */
    public CompletableFuture<CmMembership> joinAsync(SocketAddress group, boolean sendOnly) {
        requireFamily(group);
        return memberships.join(group, sendOnly);
    }

    /** Joins a multicast group and waits; see {@link #joinAsync(InetAddress, boolean)}. */
    public CmMembership join(InetAddress group, boolean sendOnly, Duration timeout) {
        return await(joinAsync(group, sendOnly), "to join " + group, timeout);
    }

    /** Joins a multicast group and waits; see {@link #joinAsync(SocketAddress, boolean)}. */
    public CmMembership join(SocketAddress group, boolean sendOnly, Duration timeout) {
        return await(joinAsync(group, sendOnly), "to join " + group, timeout);
    }

    /** Handles an event, on the thread of the channel, and returns it for the listener. */
    CmEvent take(CmEventRecord record) {
        CmEvent event = new CmEvent(
                record.type(),
                record.status(),
                this,
                record.parameters(),
                record.destination(),
                record.type() == CmEventType.USER ? record.membership() : 0);
        switch (record.type()) {
            case CONNECT_REQUEST -> listening.take(record);
            case CONNECT_RESPONSE, DISCONNECTED, REJECTED -> connection.take(event);
            case MULTICAST_JOIN, MULTICAST_ERROR -> memberships.take(record, event);
            case DEVICE_REMOVAL -> removed(deviceName);
            case ADDRESS_RESOLVED -> {
                rename();
                steps.take(event);
            }
            default -> steps.take(event);
        }
        return event;
    }

    /** Returns the name of the device; empty before an address is bound or resolved. */
    String deviceName() {
        return deviceName;
    }

    /** Closes this identifier with its device: pending and later calls throw a {@link DeviceRemovedException}. */
    void removed(String device) {
        fail(() -> new DeviceRemovedException(device));
    }

    /** Updates the name in messages after the addresses or the device have changed. */
    void rename() {
        CmBinding now = endpoint();
        deviceName = now.device();
        String device = now.device().isEmpty() ? "" : " on " + now.device() + "/" + now.port();
        name = "CmId[" + space.text() + " " + cookie + device + ", " + now.local() + " to " + now.peer() + "]";
    }

    @Override
    void destroy() {
        EventChannel own = channel;
        own.manager.forget(this);
        own.destroyId(handle);
        // Not before: the channel is destroyed as soon as it knows of no identifier.
        own.forget(this);
    }

    @Override
    void closed(RdmaException why) {
        ClosingFailures failures = new ClosingFailures();
        failures.attempt(() -> steps.fail(why));
        failures.attempt(() -> connection.closed(why));
        failures.attempt(() -> memberships.closed(why));
        failures.attempt(() -> listening.closed(why));
        failures.rethrow();
    }

    @Override
    public String toString() {
        return name;
    }
}
