package io.verbena.connection;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.error.ClosingFailures;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.PortSpace;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.Mailbox;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Listens for connections. {@link #serve} gives each connection to a handler; {@link #accept} returns connections that are
 * made already; {@link #request} returns peers that ask, to be accepted or rejected. A server uses one of the three. Closing
 * the server closes its connections. Safe for use by several threads.
 *
 * <p>A failure to accept one peer, an {@link OutOfMemoryError} included, ends that attempt alone: what was made is freed, the
 * peer is rejected with a reason, and {@link #onRefusal} is notified. The backlog and the {@link ServerLimits} bound what
 * peers can occupy.
 */
public final class RdmaServer implements AutoCloseable {
    private static final int REQUESTS_OF_A_CONNECTION = 2;

    /**
     * Minimum number of requests that the system keeps until this server has read them. The system rejects a request beyond
     * that without a reason (siw resets its stream).
     */
    private static final int MIN_SYSTEM_BACKLOG = 128;

    private final Function<String, ConnectionGroup> opener;
    private final ConnectionOptions options;
    private final CmId listening;
    private final Admission admission;
    private final Pairing pairing = new Pairing();
    private final Mailbox<IncomingConnection> asking = new Mailbox<>(() -> Integer.MAX_VALUE, incoming -> {});
    private final Mailbox<RdmaConnection> made = new Mailbox<>(() -> Integer.MAX_VALUE, this::taken);
    private final AtomicBoolean accepting = new AtomicBoolean();
    private final AtomicReference<@Nullable HandlerThreads> serving = new AtomicReference<>();
    private final Map<String, ConnectionGroup> groups = new ConcurrentHashMap<>();

    /** The connections that are not closed, also those in a group of the caller. */
    private final Map<RdmaConnection, Admission.Place> connections = new ConcurrentHashMap<>();

    private volatile Consumer<? super RdmaException> refusals = failure -> {};

    private RdmaServer(
            EventChannel channel,
            Function<String, ConnectionGroup> opener,
            InetSocketAddress address,
            ConnectionOptions options) {
        this.opener = opener;
        this.options = options;
        this.admission = new Admission(options.backlog(), options.limits());
        this.listening = channel.id(PortSpace.TCP);
        try {
            listening.bind(address);
            listening.listen(Math.max(MIN_SYSTEM_BACKLOG, REQUESTS_OF_A_CONNECTION * options.backlog()));
        } catch (RdmaException e) {
            listening.close();
            throw e.during("cannot listen at " + address);
        }
    }

    static RdmaServer listen(
            EventChannel channel,
            Function<String, ConnectionGroup> opener,
            InetSocketAddress address,
            ConnectionOptions options) {
        if (address.isUnresolved()) {
            throw new ConnectionException("the name '" + address.getHostString()
                    + "' has no address; is it spelled right, and known to DNS?");
        }
        RdmaServer server = new RdmaServer(channel, opener, address, options);
        server.takeRequests();
        return server;
    }

    /** Returns the address that this server listens at. */
    public InetSocketAddress address() {
        return listening.localAddress().orElseThrow();
    }

    /**
     * Returns the group of the connections on a device, whose buffers serve all of them; that of the options, if it is of
     * this device.
     *
     * @param device such as {@code rxe0}
     */
    public ConnectionGroup group(String device) {
        ConnectionGroup shared = options.group();
        if (shared != null && shared.context().device().equals(device)) {
            return shared;
        }
        if (listening.isClosed()) {
            throw new ClosedObjectException(this);
        }
        return groups.computeIfAbsent(device, opener);
    }

    /**
     * Returns the group of the connections on the device of the address that this server listens at.
     *
     * @throws IllegalStateException if it listens at all addresses
     */
    public ConnectionGroup group() {
        return group(listening
                .device()
                .orElseThrow(() -> new IllegalStateException(
                        this + " listens at all addresses; say which device, or listen at one address")));
    }

    /**
     * Sets the listener that is notified of every peer that was not served, or not to the end: of requests that were
     * rejected, of connections that could not be made, and of what a handler of {@link #serve} threw. It is not notified of
     * what the close of this server ends. It runs on a thread that must not wait; what it throws goes to the {@link
     * Thread.UncaughtExceptionHandler}.
     */
    public void onRefusal(Consumer<? super RdmaException> listener) {
        refusals = listener;
    }

    /** Closes a connection with this server, and gives its place back when it is closed. */
    void adopt(RdmaConnection connection, Admission.Place place) {
        connections.put(connection, place);
        connection.whenClosed(() -> {
            connections.remove(connection);
            if (connection.isPeerAtFault()) {
                place.fault();
            }
            place.leave();
        });
    }

    /** Reports that a peer was not served. */
    void refused(RdmaException why) {
        if (!listening.isClosed()) {
            report(why);
        }
    }

    private void report(RdmaException why) {
        try {
            refusals.accept(why);
        } catch (RuntimeException | Error e) {
            CallbackThread.report(e);
        }
    }

    private void takeRequests() {
        CompletableFuture<Void> unused = listening.requestAsync().thenAccept(request -> {
            try {
                take(request);
            } catch (RuntimeException | Error e) {
                IncomingConnection.reject(request, refusal(Hello.Refusal.FAILED, 0));
                refused(FutureErrors.cause(e));
            } finally {
                if (!listening.isClosed()) {
                    takeRequests();
                }
            }
        });
    }

    private static byte[] refusal(Hello.Refusal why, long token) {
        return Hello.refusal(why, token, new byte[0]).encode();
    }

    private void take(ConnectionRequest request) {
        InetSocketAddress peer = request.id().peerAddress().orElse(null);
        Hello hello;
        try {
            hello = Hello.decode(request.privateData());
            if (hello.kind() != Hello.Kind.CONTROL && hello.kind() != Hello.Kind.DATA) {
                throw new ForeignPeerException("it asks with " + hello.kind());
            }
        } catch (ForeignPeerException e) {
            IncomingConnection.reject(request, refusal(Hello.Refusal.FOREIGN, 0));
            refused(e.during("refused " + peer));
            return;
        }
        Pairing.Half half = new Pairing.Half(request, hello, peer, null, new CompletableFuture<>());
        Pairing.Half other = pairing.match(half);
        if (other != null) {
            boolean isControl = hello.kind() == Hello.Kind.CONTROL;
            offer(new IncomingConnection(
                    isControl ? half : other,
                    isControl ? other : half,
                    Objects.requireNonNull(other.place()),
                    options,
                    this));
        } else {
            takeFirst(half);
        }
    }

    private void takeFirst(Pairing.Half half) {
        Hello.Refusal ofCounterpart = pairing.refusalOf(half);
        if (ofCounterpart != null) {
            // The listener was notified with the first of the two.
            IncomingConnection.reject(
                    half.request(), refusal(ofCounterpart, half.hello().token()));
            return;
        }
        Admission.Place place = admission.enter(half.host());
        if (place == null) {
            Hello.Refusal why = Objects.requireNonNullElse(admission.refusal(half.host()), Hello.Refusal.BUSY);
            pairing.refuse(half, why);
            reject(half, why);
            return;
        }
        Pairing.Half waiting = half.in(place);
        if (!pairing.keep(waiting)) {
            place.leave();
            reject(half, Hello.Refusal.DUPLICATE);
            return;
        }
        CompletableFuture<Void> unused = waiting.matched()
                .orTimeout(options.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .whenCompleteAsync((matched, late) -> giveUp(waiting, place), ActionThreads.EXECUTOR);
        // A concurrent close may have looked before.
        if (listening.isClosed() && pairing.drop(waiting)) {
            place.leave();
            half.request().id().close();
        }
    }

    private void giveUp(Pairing.Half half, Admission.Place place) {
        if (pairing.drop(half)) {
            place.fault();
            place.leave();
            if (!listening.isClosed()) {
                reject(half, Hello.Refusal.INCOMPLETE);
            }
        }
    }

    private void reject(Pairing.Half half, Hello.Refusal why) {
        IncomingConnection.reject(half.request(), refusal(why, half.hello().token()));
        refused(new ConnectionException(why.text).during("refused " + half.peer()));
    }

    private void offer(IncomingConnection incoming) {
        if (accepting.get()) {
            accept(incoming);
            return;
        }
        incoming.rejectLate(() -> {
            asking.remove(incoming);
            refused(new ConnectionException(Hello.Refusal.UNANSWERED.text).during("refused " + incoming));
        });
        if (!asking.offer(incoming)) {
            incoming.rejectUnanswered(Hello.Refusal.BY_PROGRAM);
        } else if (accepting.get()) {
            // A call that began to accept meanwhile may have looked before.
            acceptEarlier();
        }
    }

    /** A failure is reported by what is accepted. */
    private void accept(IncomingConnection incoming) {
        try {
            CompletableFuture<Void> unused =
                    incoming.acceptAsync(options, false).thenAccept(this::offer);
        } catch (RdmaException e) {
            return;
        }
    }

    private void offer(RdmaConnection connection) {
        if (!made.offer(connection)) {
            connection.close();
            return;
        }
        serveMade();
        // A peer that is gone again occupies the backlog no longer.
        connection.onDisconnect(() -> {
            if (made.remove(connection)) {
                connection.close();
            }
        });
    }

    private void taken(RdmaConnection connection) {
        Admission.Place place = connections.get(connection);
        if (place != null) {
            place.open();
        }
    }

    private void serveMade() {
        HandlerThreads served = serving.get();
        if (served != null) {
            made.drain().forEach(connection -> {
                taken(connection);
                served.serve(connection);
            });
        }
    }

    /**
     * Gives each connection to a handler, on a thread of its own, until the server is closed; returns at once. The connection
     * is closed when its handler returns or throws: an {@link RdmaException} goes to {@link #onRefusal}, and everything else
     * to the {@link Thread.UncaughtExceptionHandler}. {@link ServerLimits#connections} bounds the threads.
     *
     * @throws IllegalStateException if the server has a handler
     */
    public void serve(Consumer<? super RdmaConnection> handler) {
        if (!serving.compareAndSet(null, new HandlerThreads(handler, this::report))) {
            throw new IllegalStateException(this + " serves already; a server has one handler");
        }
        beginToAccept();
        serveMade();
    }

    /**
     * Waits for the next peer that asks, to be accepted or rejected.
     *
     * @throws ConnectionTimeoutException if none asks in time
     */
    public IncomingConnection request(Duration timeout) {
        return FutureWaits.await(
                requestAsync(),
                timeout,
                this,
                () -> new ConnectionTimeoutException("no client asked " + this + " for a connection in time"));
    }

    /** Returns a future of the next peer that asks, without waiting; see {@link #request(Duration)}. */
    public CompletableFuture<IncomingConnection> requestAsync() {
        return asking.takeAsync();
    }

    /**
     * Waits for the next connection. From the first call on, every peer is accepted with the options of the server, also
     * before the next call. A peer that does not complete its connection delays no other.
     *
     * @throws ConnectionTimeoutException if there is none in time
     */
    public RdmaConnection accept(Duration timeout) {
        return FutureWaits.await(
                acceptAsync(),
                timeout,
                this,
                () -> new ConnectionTimeoutException("no client connected to " + this + " in time"));
    }

    /** Returns a future of the next connection, without waiting; see {@link #accept(Duration)}. */
    public CompletableFuture<RdmaConnection> acceptAsync() {
        beginToAccept();
        return made.takeAsync();
    }

    private void beginToAccept() {
        if (accepting.compareAndSet(false, true)) {
            acceptEarlier();
        }
    }

    private void acceptEarlier() {
        asking.drain().forEach(this::accept);
    }

    /**
     * Stops listening, closes the connections, waits at most for the timeout of the options until the handlers of {@link
     * #serve} have returned, and closes the groups that this server made. It frees as much as possible, even if a device was
     * removed.
     *
     * @throws RdmaException if a device could not free an object
     */
    @Override
    public void close() {
        ClosedObjectException why = new ClosedObjectException(this);
        ClosingFailures failures = new ClosingFailures();
        failures.close(listening);
        asking.end(why)
                .forEach(incoming -> failures.attempt(() -> incoming.rejectUnanswered(Hello.Refusal.BY_PROGRAM)));
        failures.closeAll(made.end(why));
        pairing.drain().forEach(half -> failures.close(half.request().id()));
        HandlerThreads served = serving.get();
        if (served != null) {
            failures.attempt(() -> served.close(Deadline.in(options.timeout())));
        }
        failures.closeAll(connections.keySet());
        failures.closeAll(groups.values());
        failures.rethrow();
    }

    @Override
    public String toString() {
        return "RdmaServer[" + listening + "]";
    }
}
