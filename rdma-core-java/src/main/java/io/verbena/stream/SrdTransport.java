package io.verbena.stream;

import io.verbena.efa.EfaDevice;
import io.verbena.efa.SrdEndpoint;
import io.verbena.efa.SrdOptions;
import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaDeviceAttributes;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.ProtectionDomain;
import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.ShutdownChannelGroupException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connects streams over SRD. The streams of one {@link StreamEvents} share an endpoint until it is full; further streams share the next
 * one.
 */
final class SrdTransport implements StreamTransport {
    /** Maximum number of streams of an endpoint. */
    private static final int CHANNELS = 64;

    /** Maximum number of messages in flight of an endpoint. */
    private static final int SENDS = 256;

    private static final int MIN_WINDOW = 16;

    private final EfaDevice efa;
    private final int port;
    private final StreamDevice device;
    private final SrdRendezvous rendezvous;
    private final StreamEvents events;
    private final boolean isOwner;

    /** Guarded by this, like the field below. */
    private final List<SrdEndpoint> endpoints = new ArrayList<>();

    private boolean closed;

    private SrdTransport(
            EfaDevice efa,
            int port,
            StreamDevice device,
            SrdRendezvous rendezvous,
            StreamEvents events,
            boolean isOwner) {
        this.efa = efa;
        this.port = port;
        this.device = device;
        this.rendezvous = rendezvous;
        this.events = events;
        this.isOwner = isOwner;
    }

    static SrdTransport open(EfaDevice efa, int port, StreamEvents events) {
        ProtectionDomain domain = efa.context().protectionDomain();
        try {
            SrdRendezvous rendezvous = new SrdRendezvous(efa.context().device());
            return new SrdTransport(
                    efa, port, new StreamDevice(efa.context(), domain, false), rendezvous, events, true);
        } catch (RuntimeException e) {
            domain.close();
            throw e;
        }
    }

    @Override
    public StreamTransport with(StreamEvents other) {
        return new SrdTransport(efa, port, device, rendezvous, other, false);
    }

    /** Opens a channel of an endpoint that has room. */
    private synchronized SrdSocket open(StreamSizes sizes) {
        if (closed) {
            throw new ClosedObjectException("Streams");
        }
        SrdOptions wanted = options(sizes);
        for (SrdEndpoint endpoint : endpoints) {
            if (endpoint.options().equals(wanted) && endpoint.hasRoom()) {
                return new SrdSocket(endpoint, endpoint.openChannel());
            }
        }
        SrdEndpoint endpoint = SrdEndpoint.open(efa, device.domain(), events.channel(device), port, wanted);
        endpoints.add(endpoint);
        return new SrdSocket(endpoint, endpoint.openChannel());
    }

    private SrdOptions options(StreamSizes sizes) {
        EfaDeviceAttributes most = efa.attributes();
        int length = SrdEndpoint.maxLength(efa, port);
        int window = Math.min(SrdOptions.MAX_WINDOW, Math.max(MIN_WINDOW, sizes.receiveBytes() / length));
        int channels = Math.max(1, Math.min(CHANNELS, most.maxReceives() / (2 * window)));
        boolean hasRings = most.capabilities().contains(EfaCapability.RDMA_WRITE)
                && Math.min(sizes.receiveBytes(), sizes.sendBytes()) >= SrdOptions.MIN_RING;
        return SrdOptions.DEFAULTS
                .channels(channels)
                .window(window)
                .maxLength(length)
                .sends(Math.min(Math.max(SENDS, window), most.maxSends()))
                .rings(hasRings ? sizes.receiveBytes() : 0, hasRings ? sizes.sendBytes() : 0);
    }

    @Override
    public CompletableFuture<StreamConnection> connect(
            @Nullable SocketAddress source, SocketAddress address, StreamSizes sizes, Duration timeout) {
        InetSocketAddress from = source == null ? null : ip(source);
        InetSocketAddress to = ip(address);
        SrdSocket socket = open(sizes);
        SrdLink link;
        try {
            link = rendezvous.connect(from, to, new SrdHello(false, socket.address()));
        } catch (IOException | ShutdownChannelGroupException e) {
            socket.release();
            return CompletableFuture.failedFuture(explained(address, e));
        }
        CompletableFuture<StreamConnection> result = new CompletableFuture<>();
        CompletableFuture<SrdHello> unusedHello = link.hello().whenComplete((hello, failure) -> {
            if (hello == null) {
                result.completeExceptionally(explained(address, failure));
            } else {
                accepted(result, link, socket, hello);
            }
        });
        // The caller may give up, and complete the future.
        CompletableFuture<StreamConnection> unused = result.whenComplete((made, failure) -> {
            if (failure != null) {
                link.close();
                socket.release();
            }
        });
        return result;
    }

    private void accepted(CompletableFuture<StreamConnection> result, SrdLink link, SrdSocket socket, SrdHello hello) {
        try {
            socket.connect(hello.address());
            StreamConnection made = connection(link, socket);
            if (!result.complete(made)) {
                made.close();
            }
        } catch (IOException e) {
            result.completeExceptionally(givenUp(link, e));
        } catch (RdmaException e) {
            result.completeExceptionally(e);
        }
    }

    private StreamConnection connection(SrdLink link, SrdSocket socket) throws IOException {
        return new StreamConnection(
                socket, device.domain(), link.localAddress(), link.peerAddress(), link.ended(), () -> {
                    socket.release();
                    link.close();
                });
    }

    @Override
    public CompletableFuture<StreamConnection> accept(StreamRequest request, StreamSizes sizes) {
        if (!(request.origin instanceof SrdLink link)) {
            throw new IllegalArgumentException("the request of " + request.peerAddress()
                    + " is not for a stream over SRD; accept it with the streams of its server");
        }
        SrdSocket socket;
        try {
            socket = open(sizes);
        } catch (RdmaException e) {
            link.close();
            return CompletableFuture.failedFuture(e);
        }
        try {
            socket.connect(link.hello().join().address());
            StreamConnection made = connection(link, socket);
            link.send(new SrdHello(true, socket.address()));
            return CompletableFuture.completedFuture(made);
        } catch (IOException | RdmaException e) {
            link.close();
            socket.release();
            return CompletableFuture.failedFuture(e instanceof IOException gone ? givenUp(link, gone) : e);
        }
    }

    private static InetSocketAddress ip(SocketAddress address) {
        if (address instanceof InetSocketAddress ip) {
            return ip;
        }
        throw new IllegalArgumentException(
                "streams over SRD have no addresses like " + address + "; expected an InetSocketAddress");
    }

    private static RdmaException explained(SocketAddress address, @Nullable Throwable failure) {
        if (failure instanceof StreamProtocolException protocol) {
            return protocol.during("cannot connect to " + address);
        }
        if (failure instanceof ConnectException || failure instanceof EOFException) {
            return StreamConnector.failure(
                    "rconnect", address, Errno.ECONNREFUSED, "no stream over SRD listens at this address", failure);
        }
        if (failure instanceof NoRouteToHostException) {
            return StreamConnector.failure(
                    "rconnect", address, Errno.EHOSTUNREACH, "no network reaches this address; see ip route", failure);
        }
        String reason = failure == null ? "" : failure.getMessage();
        return StreamConnector.failure("rconnect", address, Errno.EIO, "the TCP connection failed: " + reason, failure);
    }

    private static SysException givenUp(SrdLink link, IOException failure) {
        SysException explained = new SysException(
                "raccept", link.toString(), Errno.ECONNRESET, "the peer has given up; it may connect again");
        explained.initCause(failure);
        return explained;
    }

    @Override
    public Listener bind(SocketAddress address, boolean reuse) {
        try {
            AsynchronousServerSocketChannel channel = rendezvous.bind(ip(address));
            return new SrdListener(channel, (InetSocketAddress) channel.getLocalAddress());
        } catch (BindException e) {
            throw StreamConnector.failure(
                    "rbind",
                    address,
                    Errno.EADDRINUSE,
                    "another listens there, or this host has no such address: " + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw new RdmaException("cannot listen at " + address + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        List<SrdEndpoint> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(endpoints);
            endpoints.clear();
        }
        ClosingFailures failures = new ClosingFailures();
        if (isOwner) {
            failures.close(rendezvous);
        }
        failures.closeAll(open);
        failures.attempt(events::close);
        if (isOwner) {
            failures.close(device.domain());
        }
        failures.rethrow();
    }

    private record SrdListener(AsynchronousServerSocketChannel channel, InetSocketAddress address) implements Listener {
        @Override
        public void start(int backlog, Consumer<StreamRequest> requests) {
            SrdRendezvous.listen(channel, Math.max(1, backlog), link -> {
                try {
                    requests.accept(new StreamRequest(link, link.localAddress(), link.peerAddress(), link::close));
                } catch (IOException e) {
                    // The peer has given up.
                    link.close();
                }
            });
        }

        @Override
        public void close() {
            ClosingFailures failures = new ClosingFailures();
            failures.close(channel);
            failures.rethrow();
        }
    }
}
