package io.verbena.stream;

import io.verbena.cm.AddressInUseException;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.cm.UnreachableException;
import io.verbena.cm.UnresolvedAddressException;
import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.IbSocketAddress;
import io.verbena.verbs.CallbackThread;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Establishes the connection of one stream without blocking. */
final class StreamConnector {
    private static final int MAX_RETRIES = 7;

    /** The first pause before this side checks whether the peer has sent; each pause is twice as long as the one before. */
    private static final int FIRST_PAUSE_MILLIS = 1;

    private static final int MAX_PAUSE_MILLIS = 16;

    private final StreamDevices devices;
    private final StreamEvents events;
    private final CmId id;
    private final StreamSizes sizes;
    private final CompletableFuture<StreamConnection> result = new CompletableFuture<>();
    private @Nullable StreamSocket socket;
    private @Nullable StreamDevice device;
    private ConnectionParameters parameters = ConnectionParameters.DEFAULTS;

    private StreamConnector(StreamDevices devices, StreamEvents events, CmId id, StreamSizes sizes) {
        this.devices = devices;
        this.events = events;
        this.id = id;
        this.sizes = sizes;
        // The caller may give up, and complete the future; then no caller takes the connection.
        CompletableFuture<StreamConnection> unused = result.whenComplete((made, failure) -> {
            if (failure != null) {
                abandon();
            }
        });
    }

    /** Connects to an address. If the caller completes the future with a failure, everything is freed. */
    static CompletableFuture<StreamConnection> connect(
            StreamDevices devices,
            StreamEvents events,
            @Nullable SocketAddress source,
            SocketAddress address,
            StreamSizes sizes,
            Duration timeout) {
        StreamConnector connector = new StreamConnector(devices, events, devices.id(), sizes);
        try {
            CompletableFuture<Void> unused = connector
                    .id
                    .resolveAddressAsync(source, address, timeout)
                    .thenCompose(event -> connector.id.resolveRouteAsync(timeout))
                    .thenAccept(event -> connector.ask(address))
                    .whenComplete((none, failure) -> connector.failed(address, failure));
        } catch (RdmaException e) {
            connector.failed(address, e);
        } catch (IllegalArgumentException e) {
            connector.abandon();
            throw e;
        }
        return connector.result;
    }

    /** Accepts a request, or rejects it if the peer is no rsocket. */
    static CompletableFuture<StreamConnection> accept(
            StreamDevices devices, StreamEvents events, ConnectionRequest request, StreamSizes sizes) {
        StreamConnector connector = new StreamConnector(devices, events, request.id(), sizes);
        try {
            StreamHello peer = StreamHello.decodeRequest(request);
            StreamSocket made = connector.make(StreamHello::encode);
            ConnectionParameters offered = request.parameters();
            CompletableFuture<Void> unused = request.acceptAsync(
                            connector.parameters.reads(offered.responderResources(), offered.initiatorDepth()))
                    .thenAccept(event -> connector.accepted(made, peer, offered.initiatorDepth() > 0))
                    .whenComplete((none, failure) -> {
                        if (failure != null) {
                            connector.result.completeExceptionally(FutureErrors.cause(failure));
                        }
                    });
        } catch (RuntimeException e) {
            connector.result.completeExceptionally(e);
        }
        return connector.result;
    }

    private synchronized StreamSocket make(Function<StreamHello, byte[]> encoding) {
        StreamDevice found = devices.device(id.device().orElseThrow());
        StreamLink link = new StreamLink(found, events, sizes);
        StreamSocket made = new StreamSocket(link, id.toString());
        device = found;
        socket = made;
        // iWARP may begin a connection with a read.
        int reads = found.isIwarp() ? 1 : 0;
        parameters = ConnectionParameters.DEFAULTS
                .privateData(encoding.apply(link.hello()))
                .reads(reads, reads)
                .retries(MAX_RETRIES, MAX_RETRIES);
        id.use(link.pair);
        link.postReceives();
        return made;
    }

    private void ask(SocketAddress address) {
        StreamSocket made = make(hello -> hello.encodeRequest(address));
        if (result.isDone()) {
            abandon();
            return;
        }
        if (device != null && device.isIwarp()) {
            // Soft-iWARP connects its TCP stream before the call returns, which may take a minute.
            new CallbackThread(() -> ask(address, made), "verbena-connecting-" + address).start();
        } else {
            ask(address, made);
        }
    }

    private void ask(SocketAddress address, StreamSocket made) {
        try {
            CompletableFuture<Void> unused = id.connectAsync(parameters)
                    .thenAccept(event -> answered(made, event))
                    .whenComplete((none, failure) -> failed(address, failure));
        } catch (RuntimeException e) {
            failed(address, e);
        }
    }

    private void answered(StreamSocket made, CmEvent event) {
        made.connected(StreamHello.decode(event.privateData()));
        complete(made);
    }

    private void accepted(StreamSocket made, StreamHello peer, boolean answersReads) {
        made.accepted(peer, answersReads);
        completeInTurn(made, FIRST_PAUSE_MILLIS);
    }

    /**
     * Completes the connection when this side may send, on iWARP after the peer has sent. A client of librdmacm may wait for this
     * side instead, and has connected by the end of the last pause.
     */
    private void completeInTurn(StreamSocket made, int pauseMillis) {
        if (made.maySend(pauseMillis > MAX_PAUSE_MILLIS)) {
            complete(made);
        } else {
            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS)
                    .execute(() -> completeInTurn(made, 2 * pauseMillis));
        }
    }

    private void complete(StreamSocket made) {
        StreamDevice used = device;
        try {
            if (used == null || !result.complete(connection(made, used))) {
                abandon();
            }
        } catch (RuntimeException e) {
            // The device is removed, or the identifier is closed.
            result.completeExceptionally(e);
        }
    }

    /** Returns the local address of an identifier, which is bound or connected. */
    static SocketAddress localAddress(CmId id) {
        return Optional.<SocketAddress>empty()
                .or(id::localAddress)
                .or(id::localIbAddress)
                .orElseThrow();
    }

    /** Returns the address of the peer of an identifier, which is connected or asked to connect. */
    static SocketAddress peerAddress(CmId id) {
        return Optional.<SocketAddress>empty()
                .or(id::peerAddress)
                .or(id::peerIbAddress)
                .orElseThrow();
    }

    private StreamConnection connection(StreamSocket made, StreamDevice used) {
        return new StreamConnection(
                made, used.domain(), localAddress(id), peerAddress(id), id.awaitDisconnectAsync(), () -> close(made));
    }

    private void close(StreamSocket made) {
        ClosingFailures failures = new ClosingFailures();
        // The peer may have ended the connection already.
        new ClosingFailures().attempt(this::disconnect);
        failures.attempt(made::release);
        failures.close(id);
        failures.rethrow();
    }

    private void disconnect() {
        CompletableFuture<CmEvent> unused = id.disconnectAsync();
    }

    private void failed(SocketAddress address, @Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(explained(address, FutureErrors.cause(failure)));
        }
    }

    private static RdmaException explained(SocketAddress address, RdmaException failure) {
        if (failure instanceof RejectedException) {
            return failure("rconnect", address, Errno.ECONNREFUSED, "no rsocket listens at this address", failure);
        }
        if (failure instanceof UnresolvedAddressException || hasNoPath(address, failure)) {
            return failure(
                    "rconnect",
                    address,
                    Errno.EHOSTUNREACH,
                    address instanceof IbSocketAddress
                            ? "no port of InfiniBand reaches this GID: see ibv_devinfo -v; on RoCE, use an IP address"
                            : "no RDMA device has this address, or reaches it: see rdma link and ip address",
                    failure);
        }
        if (failure instanceof UnreachableException) {
            return failure(
                    "rconnect",
                    address,
                    Errno.ETIMEDOUT,
                    "it does not answer; is it up, and on a network of an RDMA device?",
                    failure);
        }
        return failure.during("cannot connect to " + address);
    }

    /** Returns whether the address is a GID on RoCE, which the kernel resolves to a port and then finds no path to. */
    private static boolean hasNoPath(SocketAddress address, RdmaException failure) {
        return address instanceof IbSocketAddress
                && failure instanceof SysException call
                && call.errno() == Errno.ENODEV;
    }

    /** Returns the exception for an address that another program uses. */
    static SysException explained(SocketAddress address, AddressInUseException failure) {
        return failure(
                "rbind",
                address,
                Errno.EADDRINUSE,
                "another listens there, or an older connection has not ended; choose another port, or set"
                        + " REUSE_ADDRESS",
                failure);
    }

    static SysException failure(
            String call, SocketAddress address, int errno, String advice, @Nullable Throwable cause) {
        SysException failure = new SysException(call, address.toString(), errno, advice);
        failure.initCause(cause);
        return failure;
    }

    /** Frees everything, on a thread of its own: the close of an identifier may wait for the peer. */
    private void abandon() {
        new CallbackThread(this::free, "verbena-abandoning-" + id).start();
    }

    private synchronized void free() {
        // The failure that the caller gets is the one that ended the attempt.
        ClosingFailures ignored = new ClosingFailures();
        if (socket != null) {
            ignored.attempt(socket::release);
        }
        ignored.close(id);
    }
}
