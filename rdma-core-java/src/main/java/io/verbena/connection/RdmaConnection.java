package io.verbena.connection;

import io.verbena.cm.CmId;
import io.verbena.connection.Reporting.RequestFuture;
import io.verbena.error.ClosingFailures;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.Lifecycle;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * A reliable connection between two applications that use this package. Each side can advertise registered buffers, which its
 * peer then reads and writes directly, and can send into the receives that its peer has posted. Created by {@code
 * Rdma.connect} and {@link RdmaServer}. Safe for use by several threads.
 *
 * <p>{@link RdmaOperations} describes the operations, which either return a future or allocate nothing. A call checks its
 * arguments before it posts, and throws if they are wrong; a request that fails later completes its future exceptionally and,
 * as RDMA defines, ends the connection. Futures are completed by the thread of the group or by a thread that posts or waits: a
 * callback must not wait for another request.
 *
 * <p>Every wait has a timeout, after which it throws {@link ConnectionTimeoutException}. It throws {@link
 * ConnectionEndedException} if the connection ends meanwhile, and {@link ClosedObjectException} if it is closed.
 */
public final class RdmaConnection extends RdmaOperations implements AutoCloseable {
    private final ConnectionGroup group;
    private final ProtectionDomain domain;
    private final boolean ownsGroup;
    private final ConnectionIds ids;
    private final ConnectionOptions options;
    private final Set<LocalBuffer> buffers;
    private final CompletionPump pump;
    private final ConnectionEnd end;
    private final Lifecycle life;
    private final Liveness liveness;
    private final QueuePair dataPair;
    private final SendQueue sends;
    private final ReceiveQueue receives;
    final CompletionWaits waits;
    private final BufferExchange exchange;
    private final AtomicBoolean served = new AtomicBoolean();
    private volatile String name;
    private volatile ByteBuffer privateData = ByteBuffer.allocate(0);

    private volatile Runnable afterClose = () -> {};

    /** Creates a connection that owns its identifiers, which have the device of the group. */
    static RdmaConnection make(ConnectionGroup group, boolean ownsGroup, ConnectionIds ids, ConnectionOptions options) {
        int requests = options.queueDepth() + ControlLane.places(options.advertisements()) + Liveness.PROBES;
        CompletionQueue queue = group.completionQueue(2 * requests);
        Set<LocalBuffer> buffers = ConcurrentHashMap.newKeySet();
        ProtectionDomain domain = null;
        try {
            domain = group.domainOfConnection();
            return new RdmaConnection(group, domain, ownsGroup, ids, options, new CompletionPump(queue), buffers);
        } catch (RuntimeException | Error e) {
            // The queue pairs are closed with their completion queue.
            queue.close();
            buffers.forEach(LocalBuffer::close);
            if (domain != null) {
                group.release(domain);
            }
            throw e;
        }
    }

    private RdmaConnection(
            ConnectionGroup group,
            ProtectionDomain domain,
            boolean ownsGroup,
            ConnectionIds ids,
            ConnectionOptions options,
            CompletionPump pump,
            Set<LocalBuffer> buffers) {
        this.group = group;
        this.domain = domain;
        this.ownsGroup = ownsGroup;
        this.ids = ids;
        this.options = options;
        this.pump = pump;
        this.buffers = buffers;
        this.end = new ConnectionEnd(this, options.timeout(), pump::wakeUp, this::free);
        this.life = end.life;
        this.liveness = new Liveness(this, end, ids, options.keepAlive());
        this.name = "RdmaConnection[" + group.context().device() + "]";
        int depth = options.queueDepth();
        int segments = options.segments();
        dataPair = ConnectionGroup.queuePair(
                domain, pump.queue, new QueuePairCapacity(depth + Liveness.PROBES, depth, segments, segments, 0));
        LocalBuffer atomicResults = group.allocate(depth * Long.BYTES, domain, buffers);
        sends = new SendQueue(dataPair, new RequestTable(Queue.SEND, this, depth, pump, liveness), atomicResults);
        receives = new ReceiveQueue(dataPair, new RequestTable(Queue.RECEIVE, this, depth, pump, liveness));
        waits = new CompletionWaits(this, pump, end, this::requests);
        int places = ControlLane.places(options.advertisements());
        QueuePair controlPair = ConnectionGroup.queuePair(
                domain, pump.queue, new QueuePairCapacity(places + Liveness.PROBES, places, 1, 1, 0));
        exchange = new BufferExchange(group, buffers, pump, controlPair, options.advertisements(), waits, liveness);
        liveness.watch(pump, controlPair, dataPair, atomicResults.region());
        pump.onFailure(this::failed);
        pump.queue.onFailure(this::failed);
        group.adopt(this, new CompletionThread.Watch(() -> liveness.look(pump.tryDrive()), this::failed));
    }

    /** Hands the queue pairs to the identifiers, and posts the receives of the control queue pair, before connecting. */
    void prepare() {
        ids.use(exchange.lane.pair, dataPair);
        exchange.lane.postReceives();
        name = "RdmaConnection[" + group.context().device() + ", " + ids.ends() + "]";
    }

    /** Begins a connection whose peer has sent this private data and grants these credits. */
    void connected(ByteBuffer received, int credits) {
        privateData = received;
        if (credits > 0) {
            exchange.lane.begin(credits);
        }
        CompletableFuture<Object> unused =
                ids.disconnected().whenComplete((event, failure) -> liveness.disconnected(failure));
    }

    /** Sets the one action that runs when this is closed, at once if it is; it may run twice. */
    void whenClosed(Runnable action) {
        afterClose = action;
        if (life.isClosing()) {
            action.run();
        }
    }

    /** Returns whether this ended because the peer broke the protocol or kept this side waiting. */
    boolean isPeerAtFault() {
        return liveness.isPeerAtFault();
    }

    /** Sends the first message: iWARP requires that the side that connected sends first (RFC 5044 7.1.2). */
    void sayReady() {
        exchange.lane.trySend(ControlMessage.of(ControlMessage.Kind.READY));
    }

    /** Begins to watch the liveness, after both sides have confirmed the connection. */
    void confirmed() {
        liveness.start();
        group.thread.watch(liveness.tickNanos());
    }

    /** Ends the connection because the device has failed and completes nothing more. */
    private void failed(RdmaException why) {
        liveness.failed(why);
        failRequests();
        pump.settle();
    }

    /** Fails the futures of all requests in flight: the data queue pair completes nothing more. */
    private void failRequests() {
        sends.table.failAll();
        receives.table.failAll();
    }

    private RequestTable requests(Queue queue) {
        return queue == Queue.SEND ? sends.table : receives.table;
    }

    /**
     * Returns whether requests can be posted. A connection ends when either side disconnects or closes it, when a request
     * fails, when its device fails or is removed, and when the keep-alive of the {@link ConnectionOptions} finds the peer
     * unreachable; it can only be closed then. Does not block.
     */
    public boolean isOpen() {
        return !life.isClosed();
    }

    /**
     * Returns why this connection ended, as an exception with the cause; empty while it is open, and if it was closed before
     * it ended.
     */
    public Optional<RdmaException> endCause() {
        return end.cause();
    }

    @Override
    SendQueue sending(Reporting reporting) {
        makeRoom(Queue.SEND, reporting);
        return sends;
    }

    @Override
    ReceiveQueue receiving(Reporting reporting) {
        makeRoom(Queue.RECEIVE, reporting);
        return receives;
    }

    @Override
    ByteBuffer results() {
        return sends.results();
    }

    /** Frees entries of a full queue. A channel, which posts under its lock into entries of its own, leaves that to others. */
    private void makeRoom(Queue queue, Reporting reporting) {
        life.requireOpen();
        if (!reporting.isReserved() && !requests(queue).hasRoom()) {
            poll();
        }
    }

    /** Ensures that a thread takes the completion of a future that no thread waits for. */
    @Override
    <T> RequestFuture<T> posted(RequestFuture<T> future) {
        startServing();
        pump.glance();
        return future;
    }

    /** Lets the thread of the group take completions, for futures and listeners that no thread waits for. */
    void startServing() {
        if (!served.get() && served.compareAndSet(false, true)) {
            group.thread.serve(pump);
        }
    }

    // ---- properties

    /** Returns the group of this connection, which has its device and its shared buffers. */
    public ConnectionGroup group() {
        return group;
    }

    /** Returns the data queue pair, for use with verbs. Requests posted to it directly are not counted by this connection. */
    public QueuePair queuePair() {
        return dataPair;
    }

    /** Returns the maximum number of requests in flight in each queue. */
    public int queueDepth() {
        return options.queueDepth();
    }

    /** Returns the maximum number of scatter/gather entries of one request. */
    public int segments() {
        return options.segments();
    }

    /** Returns the identifier of the data queue pair. */
    public CmId id() {
        return ids.data();
    }

    /** Returns the local address. */
    public InetSocketAddress localAddress() {
        return ids.data().localAddress().orElseThrow();
    }

    /** Returns the address of the peer. */
    public InetSocketAddress peerAddress() {
        return ids.data().peerAddress().orElseThrow();
    }

    /** Returns the private data, read-only, that the peer sent when it connected or accepted. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    // ---- buffers

    /**
     * Allocates zeroed memory for requests of this connection. It is closed with the connection.
     *
     * @param length in bytes, at least 1
     * @param access what the peer may do with the buffer once it is advertised
     * @throws ConnectionException if the JVM has no direct memory left
     * @throws ClosedObjectException if this connection is closed
     */
    public LocalBuffer allocate(int length, Access... access) {
        return keep(() -> group.allocate(length, domain, buffers, access));
    }

    /**
     * Registers memory of the caller, from the position of a direct buffer to its limit, until this connection is closed.
     *
     * @throws IllegalArgumentException if the buffer is not direct, or has no bytes
     * @throws ClosedObjectException if this connection is closed
     */
    public LocalBuffer register(ByteBuffer memory, Access... access) {
        return keep(() -> group.register(BufferMemory.of(memory), domain, buffers, access));
    }

    /**
     * Registers a part of a DMA-BUF, such as memory of an accelerator, until this connection is closed. The buffer is used like any
     * other, but {@link LocalBuffer#bytes} is refused; its owner maps the memory.
     *
     * @param descriptor the file descriptor, which stays open until the buffer is closed
     * @param offset the offset of the part in the DMA-BUF in bytes
     * @param length the length of the part in bytes, at least 1
     * @param access what the peer may do with the part once it is advertised
     * @throws io.verbena.error.UnsupportedException if the device does not support it
     * @throws io.verbena.error.SysException if the descriptor is not that of a DMA-BUF, or the part exceeds it
     * @throws ClosedObjectException if this connection is closed
     */
    public LocalBuffer registerDmaBuf(int descriptor, long offset, int length, Access... access) {
        return keep(() -> group.register(BufferMemory.ofDmaBuf(descriptor, offset, length), domain, buffers, access));
    }

    /** Registers a buffer, unless this is closed or another thread closes it meanwhile: nothing would close the buffer. */
    private LocalBuffer keep(Supplier<LocalBuffer> registration) {
        if (!life.isClosing()) {
            try {
                LocalBuffer buffer = registration.get();
                if (!life.isClosing()) {
                    return buffer;
                }
                buffer.close();
            } catch (ClosedObjectException e) {
                // The close may have reached the protection domain first.
                if (!life.isClosing()) {
                    throw e;
                }
            }
        }
        throw new ClosedObjectException(this);
    }

    /** Advertises a buffer within the timeout of the options; see {@link #advertise(LocalBuffer, Duration)}. */
    public void advertise(LocalBuffer buffer) {
        advertise(buffer, options.timeout());
    }

    /**
     * Advertises a buffer: from now on the peer may use it as its {@link Access} allows. Waits while the peer holds as many
     * advertisements that it has not taken as its options allow.
     *
     * @throws ClosedObjectException if the buffer is closed
     */
    public void advertise(LocalBuffer buffer, Duration timeout) {
        if (buffer.isClosed()) {
            throw new ClosedObjectException(buffer);
        }
        exchange.send(ControlMessage.advertise(buffer.advertisement(domain)), Deadline.in(timeout));
    }

    /** Withdraws a buffer within the timeout of the options; see {@link #withdraw(LocalBuffer, Duration)}. */
    public void withdraw(LocalBuffer buffer) {
        withdraw(buffer, options.timeout());
    }

    /**
     * Withdraws an advertisement, which notifies the peer that it must stop using the buffer. Only closing the buffer
     * prevents that.
     */
    public void withdraw(LocalBuffer buffer, Duration timeout) {
        exchange.send(ControlMessage.withdraw(buffer.id()), Deadline.in(timeout));
    }

    /**
     * Announces posted receives, so that the peer can wait for them before it sends.
     *
     * @param count the number of further receives, at least 1
     * @param bytes the maximum length of a message that fits into each of them, at least 1
     */
    public void announceReceives(int count, int bytes, Duration timeout) {
        if (count < 1 || bytes < 1) {
            throw new IllegalArgumentException("cannot announce " + count + " receives of " + bytes
                    + " bytes; announce at least 1 of at least 1 byte");
        }
        exchange.send(ControlMessage.receives(count, bytes), Deadline.in(timeout));
    }

    /** Waits for the next buffer that the peer advertises. */
    public RemoteBuffer awaitAdvertisement(Duration timeout) {
        return exchange.nextBuffer(Deadline.in(timeout));
    }

    /** Waits for the next receives that the peer announces. */
    public ReceiveAnnouncement awaitReceives(Duration timeout) {
        return exchange.nextReceives(Deadline.in(timeout));
    }

    /** Sets the listener that is given the {@link RemoteBuffer#id} of each buffer that the peer withdraws. It must not wait. */
    public void onWithdrawal(LongConsumer listener) {
        exchange.onWithdrawal(listener);
        startServing();
    }

    // ---- completions

    /**
     * Waits for the completions of {@linkplain Signaling#SIGNALED signaled} requests without futures, and returns them in their
     * order.
     *
     * @param count the number of completions to wait for, at most {@link #queueDepth}
     * @throws TransferException if one of the requests failed; the completions before it are taken, those after it are not
     * @throws ConnectionTimeoutException if there are fewer in time; none is taken
     */
    public List<Completion> awaitCompletions(Queue queue, int count, Duration timeout) {
        return waits.take(queue, count, timeout);
    }

    /**
     * Waits for at least {@code count} completions, and takes as many as {@code into} has room for, whatever their status.
     * Allocates nothing if they have arrived already.
     *
     * @param count the number of completions to wait for, at most {@link #queueDepth}
     * @return the number of completions taken
     * @throws ConnectionTimeoutException if there are fewer in time; none is taken
     */
    public int awaitCompletions(Queue queue, Completions into, int count, Duration timeout) {
        return waits.take(queue, into, count, timeout);
    }

    /** Takes the completions that have arrived, for futures and listeners, without waiting. */
    public void poll() {
        waits.poll();
    }

    /** Waits until a queue has room for another request. */
    public void awaitRoom(Queue queue, Duration timeout) {
        waits.untilRoom(queue, timeout);
    }

    /**
     * Sets the listener that is notified of the completions of {@linkplain Signaling#SIGNALED signaled} requests without futures,
     * instead of {@link #awaitCompletions}. Set it before they are posted.
     */
    public void listener(CompletionListener listener) {
        channelListener(listener);
        startServing();
    }

    /** Sets the listener of a channel, whose threads take completions while they wait. */
    void channelListener(CompletionListener listener) {
        sends.table.listener = listener;
        receives.table.listener = listener;
    }

    /**
     * Dedicates this connection to a channel, which alone may receive on it from then on. The requests of the channel use
     * {@code entries} entries of the send queue, 0 to {@link #queueDepth} - 1, that no other request takes.
     *
     * @throws IllegalStateException if a channel was opened over this connection before
     */
    void dedicate(int entries) {
        sends.table.reserve(entries);
    }

    /** Ends this connection, unless it has ended, and disconnects the peer. Pending and later calls fail with the cause. */
    void fail(RdmaException cause) {
        liveness.failed(cause);
    }

    /** Lets the threads in {@link #waits} check their conditions. */
    void wakeUp() {
        pump.wakeUp();
    }

    // ---- the end

    /**
     * Ends this connection, and waits until the peer has answered. Requests in flight fail; wait for their completions first.
     *
     * @throws ConnectionTimeoutException if the peer does not answer in time
     * @throws ClosedObjectException if this connection is closed, or is closed meanwhile
     */
    public void disconnect(Duration timeout) {
        FutureWaits.await(
                disconnectAsync(),
                timeout,
                this,
                () -> new ConnectionTimeoutException("the peer of " + this + " did not answer the disconnect in time"));
    }

    /**
     * Ends this connection without waiting for the peer. Never throws: the future, which is completed when the peer has
     * answered, fails as {@link #disconnect} does.
     */
    public CompletableFuture<Void> disconnectAsync() {
        end.come(
                ConnectionEnd.Weight.CAUSE, () -> new ConnectionEndedException(this + " was ended by this side", null));
        return ids.disconnect().exceptionally(failure -> {
            RdmaException known = FutureErrors.cause(failure);
            throw known instanceof ClosedObjectException ? end.exception() : known;
        });
    }

    /** Waits until this connection has ended, for whatever cause. */
    public void awaitDisconnect(Duration timeout) {
        end.await(timeout);
    }

    /** Adds a listener that runs on a daemon thread when this connection has ended, at once if it has. The listener may wait. */
    public void onDisconnect(Runnable listener) {
        end.onEnd(listener);
    }

    /**
     * Ends the connection without waiting for the peer, fails the requests in flight, and closes its buffers. A thread that
     * closes a connection which another thread is closing waits until that is done, for the timeout of the options at most;
     * callbacks of the library do not wait. Does nothing once everything is freed.
     *
     * @throws RdmaException if the device or the system does not take everything back. All futures are completed then, and what
     *     could be freed is freed; further failures are suppressed exceptions of the first. Another call tries the rest again
     * @throws ConnectionTimeoutException if another thread has not closed the connection in time
     */
    @Override
    public void close() {
        life.close();
    }

    private void free() {
        ClosingFailures failures = new ClosingFailures();
        failures.close(ids.data());
        failures.close(ids.control());
        group.thread.forget(pump);
        failures.close(dataPair);
        failures.close(exchange.lane.pair);
        failures.close(pump.queue);
        failRequests();
        pump.settle();
        failures.closeAll(buffers);
        failures.attempt(() -> group.release(domain));
        failures.attempt(afterClose);
        failures.rethrow();
        group.forget(this);
        if (ownsGroup) {
            group.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
