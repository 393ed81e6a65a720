package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.net.SocketAddress;
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
    private final StreamTransport transport;
    private final StreamTransport.Listener listener;
    private final StreamSizes sizes;
    private final Function<StreamConnection, RdmaStream> streams;
    private final SocketAddress address;
    private final int backlog;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Guarded by the lock, like the number of those that are being connected. */
    private final Deque<StreamConnection> connected = new ArrayDeque<>();

    /** The requests of a server that does not accept them itself. */
    private final Deque<StreamRequest> requests = new ArrayDeque<>();

    private final boolean deferred;

    private int connecting;

    RdmaStreamServer(
            StreamTransport transport,
            StreamEvents events,
            Consumer<? super StreamEnd> forget,
            Function<StreamConnection, RdmaStream> streams,
            StreamTransport.Listener listener,
            StreamSizes sizes,
            int backlog,
            boolean deferred) {
        super(events, forget, "RdmaStreamServer[" + listener.address() + "]");
        this.transport = transport;
        this.listener = listener;
        this.sizes = sizes;
        this.streams = streams;
        this.address = listener.address();
        this.backlog = Math.max(1, backlog);
        this.deferred = deferred;
    }

    void listen(int wanted) {
        try {
            listener.start(wanted, this::take);
        } catch (RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** Takes a request, on a thread of the transport. */
    private void take(StreamRequest request) {
        lock.lock();
        try {
            if (!isOpen() || connecting + connected.size() + requests.size() >= backlog) {
                request.reject();
                return;
            }
            if (deferred) {
                requests.add(request);
                events.wakeUp();
                return;
            }
            connecting++;
        } finally {
            lock.unlock();
        }
        CompletableFuture<StreamConnection> unused =
                transport.accept(request, sizes).whenComplete(this::taken);
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
            made.protocol().disconnect();
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
            return requests.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SocketAddress localAddress() {
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
        List<StreamRequest> asked;
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
        for (StreamRequest request : asked) {
            new ClosingFailures().attempt(request::reject);
        }
        listener.close();
        for (StreamConnection connection : left) {
            connection.protocol().disconnect();
            connection.close();
        }
    }
}
