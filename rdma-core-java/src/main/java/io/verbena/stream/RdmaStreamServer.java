package io.verbena.stream;

import io.verbena.cm.AddressInUseException;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.error.ClosingFailures;
import io.verbena.hca.CmOption;
import io.verbena.stream.StreamConnector.StreamConnection;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Listens for streams that peers open. A connection is established before it is accepted; the backlog limits their number. */
public final class RdmaStreamServer extends StreamEnd {
    private final StreamDevices devices;
    private final CmId id;
    private final StreamSizes sizes;
    private final Function<StreamConnection, RdmaStream> streams;
    private final InetSocketAddress address;
    private final int backlog;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Guarded by the lock, like the number of those that are being connected. */
    private final Deque<StreamConnection> connected = new ArrayDeque<>();

    /** The requests of a server that does not accept them itself. */
    private final Deque<ConnectionRequest> requests = new ArrayDeque<>();

    private final boolean deferred;

    private int connecting;

    private RdmaStreamServer(
            StreamDevices devices,
            StreamEvents events,
            Consumer<? super StreamEnd> forget,
            Function<StreamConnection, RdmaStream> streams,
            CmId id,
            StreamSizes sizes,
            int backlog,
            boolean deferred) {
        super(events, forget, "RdmaStreamServer[" + id.localAddress().orElseThrow() + "]");
        this.devices = devices;
        this.id = id;
        this.sizes = sizes;
        this.streams = streams;
        this.address = id.localAddress().orElseThrow();
        this.backlog = Math.max(1, backlog);
        this.deferred = deferred;
    }

    static RdmaStreamServer listen(
            StreamDevices devices,
            StreamEvents events,
            Consumer<? super StreamEnd> forget,
            Function<StreamConnection, RdmaStream> streams,
            InetSocketAddress address,
            StreamSettings settings,
            int backlog,
            boolean deferred) {
        StreamSizes sizes = StreamSizes.of(settings.options());
        CmId id = devices.id();
        try {
            if (settings.options().getOrDefault(StreamOption.REUSE_ADDRESS, 0) != 0) {
                id.option(CmOption.REUSE_ADDRESS, 1);
            }
            id.bind(address);
            RdmaStreamServer server =
                    new RdmaStreamServer(devices, events, forget, streams, id, sizes, backlog, deferred);
            server.takeNext();
            id.listen(backlog);
            return server;
        } catch (AddressInUseException e) {
            id.close();
            throw StreamConnector.explained(address, e);
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    private void takeNext() {
        CompletableFuture<ConnectionRequest> unused = id.requestAsync().whenComplete((request, failure) -> {
            if (request != null) {
                take(request);
                takeNext();
            }
        });
    }

    /** Takes a request, on the thread of the connection manager. */
    private void take(ConnectionRequest request) {
        lock.lock();
        try {
            if (!isOpen() || connecting + connected.size() + requests.size() >= backlog) {
                request.reject(new byte[0]);
                return;
            }
            if (deferred) {
                keep(request);
                return;
            }
            connecting++;
        } finally {
            lock.unlock();
        }
        CompletableFuture<StreamConnection> unused =
                StreamConnector.accept(devices, events, request, sizes).whenComplete(this::taken);
    }

    private void keep(ConnectionRequest request) {
        try {
            StreamHello.decode(request.privateData());
        } catch (StreamProtocolException e) {
            // The peer is no rsocket, which the rejection tells it.
            request.reject(new byte[0]);
            return;
        }
        requests.add(request);
        events.wakeUp();
    }

    private void taken(@Nullable StreamConnection made, @Nullable Throwable failure) {
        boolean open;
        lock.lock();
        try {
            connecting--;
            open = isOpen();
            if (made != null && open) {
                connected.add(made);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (made != null && !open) {
            made.socket().disconnect();
            made.close();
        }
        events.wakeUp();
    }

    /**
     * Waits for the next stream.
     *
     * @param longest timeout; zero to return at once
     * @return the stream; empty after the timeout
     */
    public Optional<RdmaStream> accept(Duration longest) {
        Deadline deadline = Deadline.in(longest);
        StreamConnection next;
        lock.lock();
        try {
            requireOpen();
            while (connected.isEmpty() && !deadline.isOver()) {
                boolean unused = changed.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
                requireOpen();
            }
            next = connected.poll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(this);
        } finally {
            lock.unlock();
        }
        return Optional.ofNullable(next).map(streams);
    }

    /**
     * Returns the next request of a server that was opened by {@link Streams#listenForRequests}, without waiting; null if there is
     * none.
     */
    public @Nullable StreamRequest nextRequest() {
        lock.lock();
        try {
            requireOpen();
            ConnectionRequest next = requests.poll();
            return next == null ? null : new StreamRequest(next);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        requireOpen();
        return address;
    }

    @Override
    int ready() {
        lock.lock();
        try {
            return connected.isEmpty() && requests.isEmpty() ? 0 : StreamReadiness.READABLE.bit();
        } finally {
            lock.unlock();
        }
    }

    @Override
    void end() {
        List<StreamConnection> left;
        List<ConnectionRequest> asked;
        lock.lock();
        try {
            changed.signalAll();
            left = new ArrayList<>(connected);
            connected.clear();
            asked = new ArrayList<>(requests);
            requests.clear();
        } finally {
            lock.unlock();
        }
        for (ConnectionRequest request : asked) {
            new ClosingFailures().attempt(() -> request.reject(new byte[0]));
        }
        id.close();
        for (StreamConnection connection : left) {
            connection.socket().disconnect();
            connection.close();
        }
    }
}
