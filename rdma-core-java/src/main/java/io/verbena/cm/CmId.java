package io.verbena.cm;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEndpoint;
import io.verbena.spi.cm.CmNotice;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.QueuePair;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
    private final RequestQueue requests = new RequestQueue();
    private final Map<Long, Joining> joining = new ConcurrentHashMap<>();
    private final CompletableFuture<CmEvent> ended = new CompletableFuture<>();
    private volatile EventChannel channel;
    private volatile @Nullable QueuePair queuePair;
    private volatile String name;

    private record Joining(InetAddress group, boolean sendOnly, CompletableFuture<CmMembership> future) {}

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

    private CmDriver driver() {
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
        return Optional.ofNullable(queuePair);
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
        claiming(address.toString(), () -> driver().bind(handle, address));
        rename();
    }

    /**
     * Lets others connect. It must be bound.
     *
     * @param backlog how many may wait to be taken; 0 for as many as the system allows
     * @throws AddressInUseException if another listens there
     */
    public void listen(int backlog) {
        claiming(toString(), () -> driver().listen(handle, backlog));
        rename();
    }

    private void claiming(String what, Runnable call) {
        try {
            using(call);
        } catch (SysException e) {
            throw e.errno() == Errno.EADDRINUSE ? new AddressInUseException(what, e) : e;
        }
    }

    /** The next who asks for a connection. */
    public CompletableFuture<ConnectionRequest> request() {
        return requests.take();
    }

    /**
     * The same, and waits.
     *
     * @throws CmTimeoutException if nobody asks in time
     */
    public ConnectionRequest request(Duration timeout) {
        return Waits.await(request(), this, "a request", timeout);
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
        if (destination.isUnresolved()) {
            throw new UnresolvedAddressException(
                    "the name '" + destination.getHostString()
                            + "' has no address; is it spelled right, and known to DNS?",
                    null);
        }
        try {
            return steps.begin(
                    Steps.Step.RESOLVE_ADDRESS,
                    () -> driver().resolveAddress(handle, source, destination, Waits.millis(timeout)));
        } catch (SysException e) {
            throw switch (e.errno()) {
                case Errno.ENODEV, Errno.EADDRNOTAVAIL, Errno.ENETUNREACH, Errno.EHOSTUNREACH ->
                    new UnresolvedAddressException("no RDMA device of this host reaches " + destination, e);
                default -> e;
            };
        }
    }

    /**
     * Looks for the path to what {@link #resolveAddress} found.
     *
     * @param timeout after which the connection manager gives up
     */
    public CompletableFuture<CmEvent> resolveRoute(Duration timeout) {
        return steps.begin(Steps.Step.RESOLVE_ROUTE, () -> driver().resolveRoute(handle, Waits.millis(timeout)));
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
        long end = System.nanoTime() + Waits.nanos(timeout);
        Waits.await(resolveAddress(source, destination, timeout), this, "to resolve " + destination, timeout);
        Duration rest = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
        Waits.await(resolveRoute(rest), this, "to find the path to " + destination, rest);
    }

    /**
     * Lets it use a queue pair of its device, which goes to state INIT, so that receives can be posted; for datagrams it
     * goes on to RTS. The connection takes it through the other states. The queue pair is not closed with this.
     *
     * @throws IllegalArgumentException if it is of another device, or not for this port space
     * @throws IllegalStateException if there is no device, as no address is resolved
     */
    public void use(QueuePair pair) {
        String device = device().orElseThrow(
                        () -> new IllegalStateException(this + " has no device; resolve an address, or bind to one"));
        if (!pair.domain().context().device().equals(device)) {
            throw new IllegalArgumentException(pair + " is of another device than " + this + ", which is of " + device);
        }
        if (space != PortSpace.IB && space.isDatagram() != (pair.type() == QueuePairType.UD)) {
            throw new IllegalArgumentException(pair + " has not the service of port space " + space.text());
        }
        using(() -> new QueuePairSteps(driver(), handle, pair).initialise(isDatagram(pair)));
        queuePair = pair;
    }

    private static boolean isDatagram(QueuePair pair) {
        return pair.type() == QueuePairType.UD;
    }

    private ConnectionParameters complete(ConnectionParameters parameters) {
        QueuePair pair = queuePair;
        return pair == null ? parameters : parameters.queuePair(pair.number(), parameters.sharedReceiveQueue());
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
        try {
            return steps.begin(Steps.Step.CONNECT, () -> driver().connect(handle, complete(parameters)));
        } catch (SysException e) {
            // Soft-iWARP connects its stream before it answers.
            if (e.errno() == Errno.ECONNREFUSED) {
                throw new RejectedException(
                        new CmEvent(CmEventType.REJECTED, -e.errno(), this, ConnectionParameters.DEFAULTS, null));
            }
            throw e;
        }
    }

    /**
     * The same, and waits.
     *
     * @throws RejectedException if the other side refuses, or nobody listens there
     * @throws UnreachableException if it does not answer
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent connect(ConnectionParameters parameters, Duration timeout) {
        return Waits.await(connect(parameters), this, "to be connected", timeout);
    }

    CompletableFuture<CmEvent> accept(ConnectionParameters answer) {
        QueuePair pair = queuePair;
        CompletableFuture<CmEvent> accepted = steps.begin(Steps.Step.ACCEPT, () -> {
            if (pair != null && !isDatagram(pair)) {
                new QueuePairSteps(driver(), handle, pair).connect(answer);
            }
            driver().accept(handle, complete(answer));
        });
        if (space.isDatagram()) {
            steps.complete(new CmEvent(CmEventType.ESTABLISHED, 0, this, complete(answer), null), Steps.Step.ACCEPT);
        }
        return accepted;
    }

    void reject(byte[] privateData) {
        if (privateData.length > ConnectionParameters.MOST_PRIVATE_DATA) {
            throw new IllegalArgumentException(privateData.length + " bytes of private data; there can be at most "
                    + ConnectionParameters.MOST_PRIVATE_DATA);
        }
        using(() -> driver().reject(handle, ByteBuffer.wrap(privateData)));
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
        return ended.isDone() ? ended.copy() : steps.begin(Steps.Step.DISCONNECT, this::end);
    }

    /**
     * The same, and waits.
     *
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent disconnect(Duration timeout) {
        return Waits.await(disconnect(), this, "to be disconnected", timeout);
    }

    /** Completed when either side has ended the connection. */
    public CompletableFuture<CmEvent> disconnected() {
        return ended.copy();
    }

    private void end() {
        QueuePair pair = queuePair;
        if (pair != null) {
            new QueuePairSteps(driver(), handle, pair).end();
        }
        driver().disconnect(handle);
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
        CompletableFuture<CmMembership> future = new CompletableFuture<>();
        long membership = channel.manager().cookie();
        joining.put(membership, new Joining(group, sendOnly, future));
        try {
            using(() -> driver().join(handle, new InetSocketAddress(group, 0), sendOnly, membership));
        } catch (RdmaException e) {
            joining.remove(membership);
            throw e;
        }
        return future;
    }

    /**
     * The same, and waits.
     *
     * @throws CmTimeoutException if it takes longer
     */
    public CmMembership join(InetAddress group, boolean sendOnly, Duration timeout) {
        return Waits.await(join(group, sendOnly), this, "to join " + group, timeout);
    }

    void leave(InetAddress group, @Nullable DatagramDestination attached) {
        QueuePair pair = queuePair;
        using(() -> {
            if (attached != null && pair != null && !pair.isClosed()) {
                pair.leaveMulticast(
                        attached.address().dgid(), attached.address().dlid().bits());
            }
            driver().leave(handle, new InetSocketAddress(group, 0));
        });
    }

    /** Takes the step that an event asks for; on the thread of the channel. The answer is what the listener is told. */
    CmEvent take(CmNotice notice) {
        CmEvent event = new CmEvent(notice.type(), notice.status(), this, notice.parameters(), notice.destination());
        switch (notice.type()) {
            case CONNECT_REQUEST -> takeRequest(notice);
            case CONNECT_RESPONSE -> confirm(event);
            case DISCONNECTED -> takeEnd(event);
            case MULTICAST_JOIN, MULTICAST_ERROR -> takeMembership(notice, event);
            case REJECTED -> {
                flush();
                steps.take(event);
            }
            case ADDRESS_RESOLVED -> {
                rename();
                steps.take(event);
            }
            default -> steps.take(event);
        }
        return event;
    }

    private void takeRequest(CmNotice notice) {
        long own = channel.manager().cookie();
        driver().cookie(notice.request(), own);
        CmId id = channel.adopt(new CmId(channel, notice.request(), space, own));
        id.rename();
        if (!requests.offer(new ConnectionRequest(id, notice.parameters()))) {
            id.close();
        }
    }

    private void confirm(CmEvent response) {
        QueuePair pair = queuePair;
        if (pair == null) {
            steps.take(response);
            return;
        }
        try {
            using(() -> {
                new QueuePairSteps(driver(), handle, pair).connect();
                driver().establish(handle);
            });
            steps.take(response);
        } catch (RdmaException e) {
            if (!isClosed()) {
                using(() -> driver().reject(handle, ByteBuffer.allocate(0)));
            }
            steps.fail(e.during("cannot confirm the connection of " + this));
        }
    }

    private void takeEnd(CmEvent event) {
        if (!steps.isWaitingFor(Steps.Step.DISCONNECT)) {
            answerEnd();
        }
        ended.complete(event);
        steps.take(event);
    }

    /** The other side waits for an answer; on iWARP there is none to give, and the connection is gone. */
    private void answerEnd() {
        try {
            using(this::end);
        } catch (SysException | ClosedObjectException e) {
            flush();
        }
    }

    /** Ends what is posted, if the queue pair is still there. */
    private void flush() {
        QueuePair pair = queuePair;
        try {
            if (pair != null && !pair.isClosed()) {
                pair.flush();
            }
        } catch (SysException | ClosedObjectException e) {
            // It is closed meanwhile, or in error already.
            return;
        }
    }

    private void takeMembership(CmNotice notice, CmEvent event) {
        Joining join = joining.remove(notice.membership());
        if (join == null) {
            return;
        }
        DatagramDestination destination = notice.destination();
        if (notice.type() == CmEventType.MULTICAST_ERROR || destination == null) {
            join.future().completeExceptionally(CmException.of(event));
            return;
        }
        QueuePair pair = queuePair;
        boolean attach = pair != null && !join.sendOnly();
        try {
            if (pair != null && attach) {
                pair.joinMulticast(
                        destination.address().dgid(),
                        destination.address().dlid().bits());
            }
            CmMembership joined = new CmMembership(this, join.group(), destination, attach);
            if (!join.future().complete(joined)) {
                joined.close();
            }
        } catch (RdmaException e) {
            join.future().completeExceptionally(e.during("cannot attach " + pair + " to " + join.group()));
        }
    }

    /** Called so in messages from now on. */
    private void rename() {
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
        ended.completeExceptionally(why);
        joining.values().forEach(join -> join.future().completeExceptionally(why));
        requests.end(why).forEach(request -> request.id().close());
    }

    @Override
    public String toString() {
        return name;
    }
}
