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
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
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

    /** The backlog of TCP. One that is longer than that of the streams delays a refusal, and a shorter one a connection. */
    private static final int MAX_TCP_BACKLOG = 1024;

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
            @Nullable InetSocketAddress source, InetSocketAddress address, StreamSizes sizes, Duration timeout) {
        SrdSocket socket = open(sizes);
        SrdLink link;
        try {
            link = rendezvous.connect(source, address, new SrdHello(false, socket.address()));
        } catch (IOException e) {
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
            StreamConnection made = SrdConnection.of(link, socket, device.domain());
            if (!result.complete(made)) {
                made.close();
            }
        } catch (IOException e) {
            result.completeExceptionally(givenUp(link, e));
        } catch (RdmaException e) {
            result.completeExceptionally(e);
        }
    }

    @Override
    public CompletableFuture<StreamConnection> accept(StreamRequest request, StreamSizes sizes) {
        if (!(request.asked() instanceof SrdAsked srd)) {
            throw new IllegalArgumentException("the request of " + request.peerAddress()
                    + " is not for a stream over SRD; accept it with the streams of its server");
        }
        SrdSocket socket;
        try {
            socket = open(sizes);
        } catch (RdmaException e) {
            srd.reject();
            return CompletableFuture.failedFuture(e);
        }
        try {
            socket.connect(srd.hello.address());
            StreamConnection made = SrdConnection.of(srd.link, socket, device.domain());
            srd.link.send(new SrdHello(true, socket.address()));
            return CompletableFuture.completedFuture(made);
        } catch (IOException | RdmaException e) {
            srd.reject();
            socket.release();
            return CompletableFuture.failedFuture(e instanceof IOException gone ? givenUp(srd.link, gone) : e);
        }
    }

    private static RdmaException explained(InetSocketAddress address, @Nullable Throwable failure) {
        SysException explained;
        if (failure instanceof ConnectException || failure instanceof EOFException) {
            explained = StreamConnector.failure(
                    "rconnect", address, Errno.ECONNREFUSED, "no stream over SRD listens at this address");
        } else if (failure instanceof NoRouteToHostException) {
            explained = StreamConnector.failure(
                    "rconnect", address, Errno.EHOSTUNREACH, "no network reaches this address; see ip route");
        } else if (failure instanceof IOException && failure.getCause() instanceof StreamProtocolException protocol) {
            return protocol.during("cannot connect to " + address);
        } else {
            explained = StreamConnector.failure(
                    "rconnect",
                    address,
                    Errno.EIO,
                    "the TCP connection failed: " + (failure == null ? "" : failure.getMessage()));
        }
        explained.initCause(failure);
        return explained;
    }

    private static SysException givenUp(SrdLink link, IOException failure) {
        SysException explained = new SysException(
                "raccept", link.toString(), Errno.ECONNRESET, "the peer has given up; it may connect again");
        explained.initCause(failure);
        return explained;
    }

    @Override
    public Listener bind(InetSocketAddress address, boolean reuse) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(address, MAX_TCP_BACKLOG);
                return new SrdListener(rendezvous, channel, (InetSocketAddress) channel.getLocalAddress());
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (BindException e) {
            SysException explained = StreamConnector.failure(
                    "rbind",
                    address,
                    Errno.EADDRINUSE,
                    "another listens there, or this host has no such address: " + e.getMessage());
            explained.initCause(e);
            throw explained;
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

    private record SrdListener(SrdRendezvous rendezvous, ServerSocketChannel channel, InetSocketAddress address)
            implements Listener {
        @Override
        public void start(int backlog, Consumer<StreamRequest> requests) {
            rendezvous.listen(channel, Math.max(1, backlog), link -> {
                try {
                    requests.accept(new StreamRequest(
                            new SrdAsked(link, link.hello().join(), link.localAddress(), link.peerAddress())));
                } catch (IOException e) {
                    // The peer has given up.
                    link.close();
                }
            });
        }

        @Override
        public void close() {
            rendezvous.close(channel);
        }
    }

    private record SrdAsked(SrdLink link, SrdHello hello, InetSocketAddress localAddress, InetSocketAddress peerAddress)
            implements Asked {
        @Override
        public boolean isStream() {
            return true;
        }

        @Override
        public void reject() {
            link.close();
        }
    }

    /**
     * A connection that both sides have agreed on.
     *
     * @param link the TCP connection
     * @param protocol the protocol
     */
    private record SrdConnection(
            SrdLink link,
            StreamProtocol protocol,
            ProtectionDomain domain,
            InetSocketAddress localAddress,
            InetSocketAddress peerAddress)
            implements StreamConnection {
        static SrdConnection of(SrdLink link, SrdSocket socket, ProtectionDomain domain) throws IOException {
            return new SrdConnection(link, socket, domain, link.localAddress(), link.peerAddress());
        }

        @Override
        public CompletableFuture<?> ended() {
            return link.ended();
        }

        @Override
        public void close() {
            protocol.release();
            link.close();
        }
    }
}
