package io.verbena.stream;

import io.verbena.cm.ConnectionManager;
import io.verbena.efa.EfaDevice;
import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.FutureErrors;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.IbSocketAddress;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens streams, listens for them, and opens sockets for datagrams. Closing this object closes all of them. */
public final class Streams implements AutoCloseable {
    private final StreamEvents events;
    private final StreamTransport transport;

    /** Forgets these streams when they are closed. */
    private final Consumer<? super Streams> forget;

    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Creates the streams of a provider.
     *
     * @param manager returns the connection manager
     * @param contexts opens a device by its name
     */
    public Streams(Supplier<ConnectionManager> manager, Function<String, Context> contexts) {
        this(
                new StreamEvents(),
                events -> new CmTransport(new StreamDevices(manager, contexts), events, true),
                closed -> {});
    }

    private Streams(
            StreamEvents events, Function<StreamEvents, StreamTransport> transport, Consumer<? super Streams> forget) {
        this.events = events;
        this.transport = transport.apply(events);
        this.forget = forget;
    }

    /**
     * Returns streams over scalable reliable datagrams of a device, which has no connection manager. Their addresses are those of TCP:
     * a server listens for TCP connections at its address, over which both sides exchange the addresses of their {@link
     * io.verbena.efa.SrdChannel}. The bytes of the stream travel by SRD. The TCP connection stays open without traffic, so that the end
     * of a program is noticed at once by its peers. The streams share queue pairs. {@link RdmaStream#map} is not supported.
     *
     * <p>The caller closes the streams, and the device after them.
     *
     * @param port the number of the port, from 1
     */
    public static Streams overSrd(EfaDevice device, int port) {
        return new Streams(new StreamEvents(), events -> SrdTransport.open(device, port, events), closed -> {});
    }

    /**
     * Returns streams that share the devices of these, with completion channels of their own: the events of other streams do not
     * end the wait of their pollers. Each event loop should have its own. They are closed with these.
     */
    public Streams forEventLoop() {
        checkOpen();
        Streams own = new Streams(new StreamEvents(), transport::with, open::remove);
        open.add(own);
        return own;
    }

    /**
     * Opens a stream to a program that {@linkplain #listen listens} with rsocket(7).
     *
     * @param address an {@link InetSocketAddress}; or an {@link IbSocketAddress} of the port space {@link
     *     io.verbena.hca.PortSpace#TCP}, on InfiniBand only
     * @throws StreamTimeoutException if it takes longer than the timeout
     * @throws SysException if no program listens at the address, or no device reaches it
     * @throws IllegalArgumentException if the address is of another type
     */
    public RdmaStream connect(SocketAddress address, Duration timeout) {
        return connect(address, StreamSettings.DEFAULTS, timeout);
    }

    /** Opens a stream with settings; see {@link #connect(SocketAddress, Duration)}. */
    public RdmaStream connect(SocketAddress address, StreamSettings settings, Duration timeout) {
        return FutureWaits.await(connectAsync(address, settings, timeout), timeout, this, () -> late(address, timeout));
    }

    /**
     * Opens a stream with settings, without waiting. A cancellation of the future ends the attempt.
     *
     * @return a future of the stream; it fails as {@link #connect(SocketAddress, Duration)} does
     */
    public CompletableFuture<RdmaStream> connectAsync(
            SocketAddress address, StreamSettings settings, Duration timeout) {
        return connectAsync(null, address, settings, timeout);
    }

    /**
     * Opens a stream from a certain local address, without waiting; see {@link #connectAsync(SocketAddress, StreamSettings,
     * Duration)}.
     *
     * @param source the local address, of the type of the other, with port 0 for a free port; null for that of the device that
     *     reaches the peer
     */
    public CompletableFuture<RdmaStream> connectAsync(
            @Nullable SocketAddress source, SocketAddress address, StreamSettings settings, Duration timeout) {
        checkOpen();
        CompletableFuture<RdmaStream> result = new CompletableFuture<>();
        CompletableFuture<StreamConnection> made =
                transport.connect(source, address, StreamSizes.of(settings.options()), timeout);
        CompletableFuture<StreamConnection> unused = made.orTimeout(Deadline.nanos(timeout), TimeUnit.NANOSECONDS)
                .whenComplete((connection, failure) -> {
                    if (connection == null) {
                        result.completeExceptionally(
                                failure instanceof TimeoutException
                                        ? late(address, timeout)
                                        : FutureErrors.cause(failure));
                        return;
                    }
                    RdmaStream stream = opened(connection, settings);
                    if (!result.complete(stream)) {
                        // The caller has given up, and no other code closes the stream.
                        stream.close();
                    }
                });
        CompletableFuture<RdmaStream> unusedResult = result.whenComplete((stream, failure) -> {
            if (failure != null) {
                made.completeExceptionally(failure);
            }
        });
        return result;
    }

    private static StreamTimeoutException late(SocketAddress address, Duration timeout) {
        return new StreamTimeoutException("RdmaStream[to " + address + "]", "the connection", timeout);
    }

    private RdmaStream opened(StreamConnection connection, StreamSettings settings) {
        return adopt(new RdmaStream(events, open::remove, connection, settings));
    }

    /**
     * Listens for streams at an address of this host.
     *
     * @param address an {@link InetSocketAddress} or, on InfiniBand only, an {@link IbSocketAddress}; port 0 for a free port
     * @param backlog maximum number of streams that are not accepted yet
     * @throws SysException if the address is in use, or no device has it
     * @throws IllegalArgumentException if the address is of another type
     */
    public RdmaStreamServer listen(SocketAddress address, int backlog) {
        return listen(address, StreamSettings.DEFAULTS, backlog);
    }

    /** Listens with settings, which accepted streams inherit; see {@link #listen(SocketAddress, int)}. */
    public RdmaStreamServer listen(SocketAddress address, StreamSettings settings, int backlog) {
        return listen(address, settings, backlog, false);
    }

    /**
     * Listens for requests, which the application {@linkplain RdmaStreamServer#nextRequest takes} and accepts itself. The
     * server rejects peers that are no rsockets.
     *
     * @see #listen(SocketAddress, StreamSettings, int)
     */
    public RdmaStreamServer listenForRequests(SocketAddress address, StreamSettings settings, int backlog) {
        return listen(address, settings, backlog, true);
    }

    private RdmaStreamServer listen(SocketAddress address, StreamSettings settings, int backlog, boolean deferred) {
        checkOpen();
        StreamSizes sizes = StreamSizes.of(settings.options());
        boolean reuse = StreamOption.REUSE_ADDRESS.in(settings.options()) != 0;
        RdmaStreamServer server = new RdmaStreamServer(
                transport,
                events,
                open::remove,
                made -> opened(made, settings),
                transport.bind(address, reuse),
                sizes,
                backlog,
                deferred);
        server.listen(backlog);
        return adopt(server);
    }

    /**
     * Accepts a request without waiting.
     *
     * @param request a request from {@link RdmaStreamServer#nextRequest}, of these streams or of others
     * @param settings the settings of the new stream, which belongs to these streams
     * @return a future of the stream; it fails if the peer has given up
     */
    public CompletableFuture<RdmaStream> acceptAsync(StreamRequest request, StreamSettings settings) {
        checkOpen();
        return transport.accept(request, StreamSizes.of(settings.options())).thenApply(made -> opened(made, settings));
    }

    /**
     * Opens a socket for datagrams at an address of this host; see {@link #datagramSocket(InetSocketAddress, StreamSettings)}.
     */
    public RdmaDatagramSocket datagramSocket(InetSocketAddress address) {
        return datagramSocket(address, StreamSettings.DEFAULTS);
    }

    /**
     * Opens a socket for datagrams at an address of this host. The options {@link StreamOption#SEND_BUFFER} and {@link
     * StreamOption#RECEIVE_BUFFER} determine how many datagrams are in flight and wait to be received, 2048 bytes each.
     *
     * @param address the address; port 0 for a free port
     * @throws SysException if another program uses the address
     * @throws UnsupportedException if these are streams over SRD
     */
    public RdmaDatagramSocket datagramSocket(InetSocketAddress address, StreamSettings settings) {
        checkOpen();
        if (!(transport instanceof CmTransport connected)) {
            throw new UnsupportedException("rsocket", "SOCK_DGRAM", Errno.EOPNOTSUPP, "SRD has no datagram sockets");
        }
        RdmaDatagramSocket socket =
                RdmaDatagramSocket.open(connected.devices(), open::remove, address, StreamSizes.of(settings.options()));
        open.add(socket);
        // A concurrent close may not have found the socket.
        if (closed) {
            socket.close();
        }
        return socket;
    }

    /** Creates a poller, which waits for many streams. */
    public StreamPoller poller() {
        return poller(Duration.ZERO);
    }

    /**
     * Creates a poller that polls before it waits.
     *
     * @param spin how long it polls, with a processor for itself; zero to wait at once
     */
    public StreamPoller poller(Duration spin) {
        checkOpen();
        StreamPoller poller = new StreamPoller(events, open::contains, open::remove, spin);
        open.add(poller);
        return poller;
    }

    private <T extends StreamEnd> T adopt(T end) {
        open.add(end);
        // A concurrent close may not have found the stream.
        if (closed) {
            end.close();
        }
        return end;
    }

    private void checkOpen() {
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    /** Returns whether this is open. */
    public boolean isOpen() {
        return !closed;
    }

    /** Closes all streams, servers, datagram sockets and pollers, and the devices that they used. Does nothing the second time. */
    @Override
    public void close() {
        closed = true;
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(open);
        failures.close(transport);
        forget.accept(this);
        failures.rethrow();
    }

    @Override
    public String toString() {
        return "Streams";
    }
}
