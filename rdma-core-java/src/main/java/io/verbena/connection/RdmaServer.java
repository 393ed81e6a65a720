package io.verbena.connection;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.PortSpace;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Listens for connections. {@link #serve} gives each to a handler; {@link #accept} answers those that are made already; {@link
 * #request} those that ask, to be accepted or rejected: a server uses one of them. Whatever one that asks does, the others are
 * served. Closing the server closes its connections. Safe for use by several threads.
 */
public final class RdmaServer implements AutoCloseable {
    private static final int REQUESTS_OF_A_CONNECTION = 2;

    private final Function<String, ConnectionGroup> opener;
    private final ConnectionOptions options;
    private final CmId listening;
    private final Pairing pairing;
    private final Mailbox<IncomingConnection> asking;
    private final Mailbox<RdmaConnection> made;
    private final AtomicBoolean accepting = new AtomicBoolean();
    private final AtomicReference<@Nullable Serving> serving = new AtomicReference<>();
    private final Map<String, ConnectionGroup> groups = new ConcurrentHashMap<>();

    /** Those that are not closed, also in a group that is not of this. */
    private final Set<RdmaConnection> connections = ConcurrentHashMap.newKeySet();

    private volatile Consumer<? super RdmaException> refusals = failure -> {};

    private RdmaServer(
            EventChannel channel,
            Function<String, ConnectionGroup> opener,
            InetSocketAddress address,
            ConnectionOptions options) {
        this.opener = opener;
        this.options = options;
        this.pairing = new Pairing(options.backlog());
        this.asking = new Mailbox<>(options.backlog());
        this.made = new Mailbox<>(options.backlog());
        this.listening = channel.id(PortSpace.TCP);
        try {
            listening.bind(address);
            listening.listen(REQUESTS_OF_A_CONNECTION * options.backlog());
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
            throw new ConnectionException(
                    "the name '" + address.getHostString() + "' has no address; is it spelled right, and known to DNS?",
                    null);
        }
        RdmaServer server = new RdmaServer(channel, opener, address, options);
        server.takeRequests();
        return server;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listening.localAddress().orElseThrow();
    }

    /**
     * The group of its connections on a device, whose buffers serve all of them; that of the options, if they have one.
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
     * The same, of the device of the address that it listens at.
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
     * Is told why somebody who asked was not served, or not to the end: what a handler of {@link #serve} threw. Not that
     * somebody was not served because the server was closed: whoever closed it knows. On a thread that must not wait.
     */
    public void onRefusal(Consumer<? super RdmaException> listener) {
        refusals = listener;
    }

    private void refused(RdmaException why) {
        if (!listening.isClosed()) {
            refusals.accept(why);
        }
    }

    private void takeRequests() {
        CompletableFuture<Void> unused = listening.request().thenAccept(request -> {
            try {
                take(request);
            } catch (RdmaException e) {
                refused(e);
            } finally {
                if (!listening.isClosed()) {
                    takeRequests();
                }
            }
        });
    }

    private void take(ConnectionRequest request) {
        InetSocketAddress peer = request.id().peerAddress().orElse(null);
        Hello hello;
        try {
            hello = Hello.decode(request.privateData());
            if (hello.kind() != Hello.Kind.CONTROL && hello.kind() != Hello.Kind.DATA) {
                throw new ForeignPeerException("it asks with " + hello.kind(), null);
            }
        } catch (ForeignPeerException e) {
            IncomingConnection.reject(
                    request, Hello.refusal(Hello.FOREIGN, 0, new byte[0]).encode());
            throw e.during("refused " + peer);
        }
        Pairing.Half half = new Pairing.Half(request, hello, peer, new CompletableFuture<>());
        Pairing.Half other = pairing.match(half);
        if (other != null) {
            boolean isControl = hello.kind() == Hello.Kind.CONTROL;
            offer(new IncomingConnection(
                    isControl ? half : other, isControl ? other : half, options, this::group, connections));
        } else if (pairing.keep(half)) {
            CompletableFuture<Void> unused = half.matched()
                    .orTimeout(options.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .whenCompleteAsync((matched, late) -> giveUp(half));
            // Whoever closed the server meanwhile may have looked before.
            if (listening.isClosed() && pairing.drop(half)) {
                request.id().close();
            }
        } else {
            reject(half, Hello.BUSY);
        }
    }

    private void giveUp(Pairing.Half half) {
        if (pairing.drop(half) && !listening.isClosed()) {
            reject(half, Hello.INCOMPLETE);
        }
    }

    private void reject(Pairing.Half half, int reason) {
        byte[] refusal =
                Hello.refusal(reason, half.hello().token(), new byte[0]).encode();
        IncomingConnection.reject(half.request(), refusal);
        refused(new ConnectionException(Hello.reason(reason), null).during("refused " + half.peer()));
    }

    private void offer(IncomingConnection incoming) {
        if (accepting.get()) {
            CompletableFuture<@Nullable RdmaConnection> unused = incoming.acceptAsync(options)
                    .handle((connection, failure) -> {
                        take(connection, failure);
                        return connection;
                    });
        } else if (!asking.offer(incoming)) {
            incoming.reject(Hello.BUSY, new byte[0]);
            throw new ConnectionException("refused " + incoming + ": " + Hello.reason(Hello.BUSY), null);
        } else if (accepting.get()) {
            // Whoever began to accept meanwhile may have looked before.
            acceptEarlier();
        }
    }

    private void take(@Nullable RdmaConnection connection, @Nullable Throwable failure) {
        if (connection == null) {
            refused(FutureErrors.cause(failure == null ? new IllegalStateException("no connection") : failure));
        } else if (made.offer(connection)) {
            serveMade();
        } else {
            connection.close();
            refused(new ConnectionException(connection + " is closed: nobody takes it", null));
        }
    }

    private void serveMade() {
        Serving served = serving.get();
        if (served != null) {
            made.drain().forEach(served::serve);
        }
    }

    /**
     * Gives each connection to a handler, on a thread of its own, until the server is closed; returns at once. The connection
     * is closed when its handler returns, or throws: an {@link RdmaException} is told to {@link #onRefusal}, and what else it
     * throws to the {@link Thread.UncaughtExceptionHandler}. The others are served all the same.
     *
     * @throws IllegalStateException if the server has a handler
     */
    public void serve(Consumer<? super RdmaConnection> handler) {
        if (!serving.compareAndSet(null, new Serving(handler, failure -> refusals.accept(failure)))) {
            throw new IllegalStateException(this + " serves already; a server has one handler");
        }
        beginToAccept();
        serveMade();
    }

    /**
     * The next who asks, to be accepted or rejected.
     *
     * @throws ConnectionTimeoutException if nobody asks in time
     */
    public IncomingConnection request(Duration patience) {
        return FutureWaits.await(
                request(),
                patience,
                this,
                () -> new ConnectionTimeoutException("nobody asked " + this + " for a connection in time"));
    }

    /** The same without waiting. */
    public CompletableFuture<IncomingConnection> request() {
        return asking.take();
    }

    /**
     * The next connection. From the first call on, whoever asks is accepted with the options of the server, also before the
     * next call; who does not complete the connection holds up nobody.
     *
     * @throws ConnectionTimeoutException if there is none in time
     */
    public RdmaConnection accept(Duration patience) {
        return FutureWaits.await(
                acceptAsync(),
                patience,
                this,
                () -> new ConnectionTimeoutException("nobody connected to " + this + " in time"));
    }

    /** The same without waiting. */
    public CompletableFuture<RdmaConnection> acceptAsync() {
        beginToAccept();
        return made.take();
    }

    private void beginToAccept() {
        if (accepting.compareAndSet(false, true)) {
            acceptEarlier();
        }
    }

    private void acceptEarlier() {
        for (IncomingConnection earlier : asking.drain()) {
            try {
                offer(earlier);
            } catch (RdmaException e) {
                refusals.accept(e);
            }
        }
    }

    /**
     * Stops listening, closes its connections, waits for the handlers of {@link #serve} to return, for the timeout of the
     * options at most, and closes the groups that it made.
     */
    @Override
    public void close() {
        listening.close();
        ClosedObjectException why = new ClosedObjectException(this);
        asking.end(why).forEach(incoming -> incoming.reject(Hello.BY_PROGRAM, new byte[0]));
        made.end(why).forEach(RdmaConnection::close);
        pairing.drain().forEach(half -> half.request().id().close());
        Serving served = serving.get();
        if (served != null) {
            served.close(Deadline.in(options.timeout()));
        }
        connections.forEach(RdmaConnection::close);
        groups.values().forEach(ConnectionGroup::close);
    }

    @Override
    public String toString() {
        return "RdmaServer[" + listening + "]";
    }
}
