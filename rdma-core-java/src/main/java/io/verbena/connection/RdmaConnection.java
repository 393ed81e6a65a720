package io.verbena.connection;

import io.verbena.cm.CmId;
import io.verbena.error.RdmaException;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.QueuePair;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A reliable connection to another program that uses this package: buffers that the other side is told of, and requests that
 * move data. Made by {@code Rdma.connect} and {@link RdmaServer}. Safe for use by several threads.
 *
 * <p>The methods that answer a future are the simple form; {@link #raw} and {@link #unsignaled} post without one, and
 * allocate nothing. Whatever is posted is checked before, and throws at once what is wrong with it; what fails later fails the
 * future, and as RDMA has it, the connection. Futures are completed by the thread of the group, or whichever
 * posts or waits: what hangs on them must not wait for another request.
 *
 * <p>Every wait has a deadline, after which it throws {@link ConnectionTimeoutException}; if the connection ends meanwhile,
 * {@link ConnectionEndedException}, and if it is closed, {@link ClosedObjectException} with its name.
 */
public final class RdmaConnection implements AutoCloseable {
    static final int SENDS = 0;
    static final int RECEIVES = 1;
    static final int CONTROL_SENDS = 2;
    static final int CONTROL_RECEIVES = 3;

    private final ConnectionGroup group;
    private final boolean ownsGroup;
    private final ConnectionIds ids;
    private final ConnectionOptions options;
    private final Set<LocalBuffer> buffers;
    private final CompletionPump pump;
    private final ConnectionEnd end;
    private final DataLane data;
    private final CompletionWaits waits;
    private final BufferExchange exchange;
    private final RawRequests raw = new RawRequests(this, true);
    private final RawRequests unsignaled = new RawRequests(this, false);
    private final AtomicBoolean served = new AtomicBoolean();
    private final AtomicBoolean dedicated = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile String name;
    private volatile ByteBuffer privateData = ByteBuffer.allocate(0);

    /** Who closes it, beside its group. */
    private volatile @Nullable Set<RdmaConnection> keeper;

    /** The identifiers have a device, that of the group, and are closed with this. */
    static RdmaConnection make(ConnectionGroup group, boolean ownsGroup, ConnectionIds ids, ConnectionOptions options) {
        int requests = options.queueDepth() + ControlLane.places(options.advertisements());
        CompletionPump pump = new CompletionPump(group.completionQueue(2 * requests));
        Set<LocalBuffer> buffers = ConcurrentHashMap.newKeySet();
        try {
            return new RdmaConnection(group, ownsGroup, ids, options, pump, buffers);
        } catch (RuntimeException e) {
            // And the queue pairs with it.
            pump.queue().close();
            buffers.forEach(LocalBuffer::close);
            throw e;
        }
    }

    private RdmaConnection(
            ConnectionGroup group,
            boolean ownsGroup,
            ConnectionIds ids,
            ConnectionOptions options,
            CompletionPump pump,
            Set<LocalBuffer> buffers) {
        this.group = group;
        this.ownsGroup = ownsGroup;
        this.ids = ids;
        this.options = options;
        this.pump = pump;
        this.buffers = buffers;
        this.end = new ConnectionEnd(this, pump::wakeUp);
        this.name = "RdmaConnection[" + group.context().device() + "]";
        int depth = options.queueDepth();
        int segments = options.segments();
        QueuePair pair = group.queuePair(pump.queue(), new QueuePairCapacity(depth, depth, segments, segments, 0));
        LocalBuffer atomicResults = group.allocate(depth * Long.BYTES, buffers);
        data = new DataLane(pair, pump, this, depth, atomicResults, end::flushed);
        waits = new CompletionWaits(this, pump, end, data);
        int places = ControlLane.places(options.advertisements());
        QueuePair controlPair = group.queuePair(pump.queue(), new QueuePairCapacity(places, places, 1, 1, 0));
        exchange = new BufferExchange(group, pump, controlPair, options.advertisements(), waits::until, this::broken);
        group.adopt(this);
    }

    /** Before it is connected. */
    void prepare() {
        ids.use(exchange.lane().pair(), data.pair());
        exchange.lane().postReceives();
        name = "RdmaConnection[" + group.context().device() + ", " + ids.ends() + "]";
    }

    /** It is connected, and the other side said this. */
    void connected(ByteBuffer said, int credits) {
        privateData = said;
        exchange.lane().credit(credits);
        CompletableFuture<Object> unused = ids.disconnected().whenComplete((event, failure) -> ended());
    }

    /** Is in the set until it is closed. */
    void keepIn(Set<RdmaConnection> others) {
        keeper = others;
        others.add(this);
        if (closed.get()) {
            others.remove(this);
        }
    }

    /** The side that connected speaks first, as iWARP wants it. */
    void sayReady() {
        exchange.lane().trySend(ControlMessage.of(ControlMessage.Kind.READY));
    }

    private void ended() {
        end.come(() -> new ConnectionEndedException("the other side ended " + this, null));
    }

    /** What the other side says makes no sense, or cannot be received. */
    private void broken(RdmaException why) {
        end.come(() -> new ForeignPeerException(this + " is given up: " + why.getMessage(), why));
        flush(exchange.lane().pair());
        flush(data.pair());
    }

    private static void flush(QueuePair pair) {
        try {
            pair.flush();
        } catch (RdmaException e) {
            // It is closed, or in error already.
            return;
        }
    }

    /** Whether neither side has ended it. */
    public boolean isOpen() {
        return !end.hasCome();
    }

    SendQueue sending() {
        makeRoom(Queue.SEND);
        return data.sends();
    }

    ReceiveQueue receiving() {
        makeRoom(Queue.RECEIVE);
        return data.receives();
    }

    private void makeRoom(Queue queue) {
        if (!isOpen()) {
            throw end.exception();
        }
        if (!data.requests(queue).hasRoom()) {
            poll();
        }
    }

    /** From the first future on, somebody takes completions for whom nobody waits; unless it has ended already. */
    private <T> RequestFuture<T> posted(RequestFuture<T> future) {
        serve();
        pump.glance();
        return future;
    }

    private void serve() {
        if (!served.get() && served.compareAndSet(false, true)) {
            group.thread().serve(pump);
        }
    }

    // ---- what it is

    /** The group that it is of: its device, its protection domain. */
    public ConnectionGroup group() {
        return group;
    }

    /** The queue pair that data go by, for whoever goes on with verbs. What is posted to it directly is not counted here. */
    public QueuePair queuePair() {
        return data.pair();
    }

    /** How many requests of each queue may be under way. */
    public int queueDepth() {
        return options.queueDepth();
    }

    /** Of how many parts of buffers one request may be. */
    public int segments() {
        return options.segments();
    }

    /** The identifier of the connection manager. */
    public CmId id() {
        return ids.data();
    }

    /** The own address. */
    public InetSocketAddress localAddress() {
        return ids.data().localAddress().orElseThrow();
    }

    /** The address of the other side. */
    public InetSocketAddress peerAddress() {
        return ids.data().peerAddress().orElseThrow();
    }

    /** What the other side told when it connected or accepted. Read only. */
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    // ---- buffers

    /** Memory that the device may use, zeroed; closed with the connection. */
    public LocalBuffer allocate(int length, Access... access) {
        requireNotClosed();
        return kept(group.allocate(length, buffers, access));
    }

    /** Lets the device use memory of the caller: a direct buffer, from its position to its limit; until the connection is closed. */
    public LocalBuffer register(ByteBuffer memory, Access... access) {
        requireNotClosed();
        return kept(group.register(memory, buffers, access));
    }

    /** Nobody would close its buffers. */
    private void requireNotClosed() {
        if (closed.get()) {
            throw new ClosedObjectException(this);
        }
    }

    /** Whoever closed this meanwhile may have looked before there was a buffer to close. */
    private LocalBuffer kept(LocalBuffer buffer) {
        if (closed.get()) {
            buffer.close();
            throw new ClosedObjectException(this);
        }
        return buffer;
    }

    /** The same as {@link #advertise(LocalBuffer, Duration)} with the timeout of the options. */
    public void advertise(LocalBuffer buffer) {
        advertise(buffer, options.timeout());
    }

    /**
     * Tells the other side of a buffer, so that it may do there what the access says. Waits while the other side has not
     * taken as many advertisements as it keeps.
     *
     * @throws ConnectionTimeoutException if it does not
     */
    public void advertise(LocalBuffer buffer, Duration patience) {
        if (buffer.isClosed()) {
            throw new ClosedObjectException(buffer);
        }
        buffer.requireOf(group.domain());
        tell(ControlMessage.advertise(buffer.advertisement()), patience);
    }

    /**
     * Tells the other side that it is not to use a buffer any more. Only closing the buffer keeps it from doing so.
     *
     * @throws ConnectionTimeoutException as {@link #advertise}
     */
    public void unadvertise(LocalBuffer buffer) {
        tell(ControlMessage.withdraw(buffer.id()), options.timeout());
    }

    /**
     * Tells the other side that receives are posted, so that it can wait for them before it sends.
     *
     * @param count how many more
     * @param bytes how long a message may be that goes into one
     */
    public void announceReceives(int count, int bytes, Duration patience) {
        if (count < 1 || bytes < 1) {
            throw new IllegalArgumentException(count + " receives of " + bytes + " bytes; there is at least 1 of each");
        }
        tell(ControlMessage.receives(count, bytes), patience);
    }

    private void tell(ControlMessage message, Duration patience) {
        exchange.tell(message, Deadline.in(patience));
    }

    /**
     * The next buffer that the other side advertises.
     *
     * @throws ConnectionTimeoutException if it does not in time
     */
    public RemoteBuffer awaitAdvertisement(Duration patience) {
        return exchange.nextBuffer(Deadline.in(patience));
    }

    /**
     * The next receives that the other side announces.
     *
     * @throws ConnectionTimeoutException if it does not in time
     */
    public ReceiveAnnouncement awaitReceives(Duration patience) {
        return exchange.nextReceives(Deadline.in(patience));
    }

    /** Is told the {@link RemoteBuffer#id} of a buffer that the other side withdraws, by whoever takes completions. */
    public void onWithdrawal(LongConsumer listener) {
        exchange.onWithdrawal(listener);
        serve();
    }

    // ---- moving data

    /** Posts requests of whose end {@link #awaitCompletions} or the listener tells. */
    public RawRequests raw() {
        return raw;
    }

    /** Posts requests of whose end nobody is told; if one fails, so does the connection. */
    public RawRequests unsignaled() {
        return unsignaled;
    }

    /** Sends a part of a buffer into the next receive of the other side; the future tells how many bytes. */
    public CompletableFuture<Integer> send(LocalBuffer source, int offset, int length) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending().send(source, offset, length, future);
        return posted(future);
    }

    /** The same of several parts. */
    public CompletableFuture<Integer> send(ScatterGather source) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending().send(source, future);
        return posted(future);
    }

    /** Lets the next message of the other side go into a part of a buffer; the future tells how long it was. */
    public CompletableFuture<Integer> receive(LocalBuffer target, int offset, int length) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        receiving().receive(target, offset, length, future);
        return posted(future);
    }

    /** The same of several parts. */
    public CompletableFuture<Integer> receive(ScatterGather target) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        receiving().receive(target, future);
        return posted(future);
    }

    /** Writes a part of a buffer to memory of the other side, from an offset of it on. */
    public CompletableFuture<Integer> write(
            LocalBuffer source, int offset, int length, RemoteBuffer target, long targetOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending().write(source, offset, length, target, targetOffset, future);
        return posted(future);
    }

    /** The same of several parts. */
    public CompletableFuture<Integer> write(ScatterGather source, RemoteBuffer target, long targetOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending().write(source, target, targetOffset, future);
        return posted(future);
    }

    /** Reads memory of the other side, from an offset of it on, into a part of a buffer. */
    public CompletableFuture<Integer> read(
            LocalBuffer target, int offset, int length, RemoteBuffer source, long sourceOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending().read(target, offset, length, source, sourceOffset, future);
        return posted(future);
    }

    /** The same into several parts. */
    public CompletableFuture<Integer> read(ScatterGather target, RemoteBuffer source, long sourceOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending().read(target, source, sourceOffset, future);
        return posted(future);
    }

    /**
     * Adds to 8 bytes of the other side, which are in the byte order of its machine; the future tells what they were.
     *
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public CompletableFuture<Long> fetchAndAdd(RemoteBuffer target, long targetOffset, long delta) {
        RequestFuture.OfAtomic future = new RequestFuture.OfAtomic(data.sends().results());
        sending().fetchAndAdd(null, 0, target, targetOffset, delta, future);
        return posted(future);
    }

    /**
     * Swaps 8 bytes of the other side if they are what is expected; the future tells what they were.
     *
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public CompletableFuture<Long> compareAndSwap(RemoteBuffer target, long targetOffset, long expected, long swap) {
        RequestFuture.OfAtomic future = new RequestFuture.OfAtomic(data.sends().results());
        sending().compareAndSwap(null, 0, target, targetOffset, expected, swap, future);
        return posted(future);
    }

    // ---- completions

    /**
     * Waits until so many requests have ended that were posted by {@link #raw}, and takes them, in their order.
     *
     * @throws IllegalArgumentException if it is more than the queue has room for
     * @throws TransferException if one of them failed; those before it are taken, those after it are not
     * @throws ConnectionTimeoutException if they do not end in time; none is taken
     */
    public List<Completion> awaitCompletions(Queue queue, int count, Duration patience) {
        return waits.take(queue, count, patience);
    }

    /**
     * Waits until at least so many have ended, and takes as many as there is room for, whatever their status. Allocates
     * nothing if they have.
     *
     * @throws IllegalArgumentException if it is more than the queue has room for
     * @throws ConnectionTimeoutException if they do not end in time; none is taken
     */
    public int awaitCompletions(Queue queue, Completions into, int count, Duration patience) {
        return waits.take(queue, into, count, patience);
    }

    /** Takes the completions that are there, for futures and listeners, without waiting. */
    public void poll() {
        waits.poll();
    }

    /**
     * Waits until a request can be posted to a queue.
     *
     * @throws ConnectionTimeoutException if none can in time
     */
    public void awaitRoom(Queue queue, Duration patience) {
        waits.untilRoom(queue, patience);
    }

    /**
     * Waits until something holds that the completions of this connection change, such as what a listener noted.
     *
     * @param what was waited for, for the message
     * @throws ConnectionTimeoutException if it does not in time
     */
    public void awaitUntil(BooleanSupplier condition, Deadline deadline, String what) {
        waits.until(condition, deadline, what);
    }

    /** Is told of the requests of {@link #raw}, instead of {@link #awaitCompletions}. To be set before they are posted. */
    public void listener(CompletionListener listener) {
        data.listener(listener);
    }

    /**
     * Gives it to a channel, to which it belongs from then on: what that has posted and told the other side stays so.
     *
     * @throws IllegalStateException if it was given to one before
     */
    public void dedicate() {
        if (!dedicated.compareAndSet(false, true)) {
            throw new IllegalStateException("a channel was opened over " + this
                    + " before, or was to be, which cannot be done again; connect anew for another");
        }
    }

    /** Lets the thread of the group take completions, for a listener that is to be told when nobody waits. */
    public void startServing() {
        serve();
    }

    /** Lets those who wait in {@link #awaitUntil} look at their condition. For any thread. */
    public void wakeUp() {
        pump.wakeUp();
    }

    // ---- the end

    /**
     * Ends the connection, and waits until the other side knows. What is under way is not done: wait for it before.
     *
     * @throws io.verbena.cm.CmTimeoutException if the other side does not answer in time
     */
    public void disconnect(Duration patience) {
        end.come(() -> new ConnectionEndedException(this + " was ended by this side", null));
        try {
            ids.disconnect(patience);
        } catch (ClosedObjectException e) {
            throw end.exception();
        }
    }

    /** The same without waiting. */
    public CompletableFuture<Void> disconnectAsync() {
        end.come(() -> new ConnectionEndedException(this + " was ended by this side", null));
        return ids.disconnect();
    }

    /**
     * Waits until either side has ended it.
     *
     * @throws ConnectionTimeoutException if nobody does in time
     */
    public void awaitDisconnect(Duration patience) {
        end.await(patience);
    }

    /** Is run when either side has ended it, on a thread of the common pool; at once if one has. */
    public void onDisconnect(Runnable listener) {
        end.onEnd(listener);
    }

    /** Ends the connection without waiting for the other side, fails what is under way, and closes its buffers. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        end.close();
        ids.close();
        group.thread().forget(pump);
        data.pair().close();
        exchange.lane().close();
        pump.queue().close();
        data.failAll(end.exception());
        pump.settle();
        buffers.forEach(LocalBuffer::close);
        group.forget(this);
        Set<RdmaConnection> others = keeper;
        if (others != null) {
            others.remove(this);
        }
        if (ownsGroup) {
            group.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
