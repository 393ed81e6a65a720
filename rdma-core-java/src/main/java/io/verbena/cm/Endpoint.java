package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection with its queue pair and completion queues, used through calls that wait (rdma_create_ep(3)), and throw a
 * {@link CmTimeoutException} after their timeout. Post receives, then {@link #connect} or {@link #accept}; {@link #sent} and
 * {@link #received} return the completions in order.
 *
 * <p>An endpoint has no listener for failures, because each call reports them: after the device is removed, pending and later
 * calls throw a {@link io.verbena.error.DeviceRemovedException}; after the queue pair or a completion queue has failed, requests
 * complete with {@code FLUSHED}, or the call throws the event. A program that needs to know without a call registers a listener
 * at {@link #queuePair()} ({@link io.verbena.verbs.VerbsObject#onFailure}).
 *
 * <pre>{@code
 * try (Endpoint endpoint = rdma.endpoints().create(server, Duration.ofSeconds(5))) {
 *     MemoryRegion region = endpoint.register(buffer);
 *     endpoint.receive(1, region, 0, 64);
 *     endpoint.connect(Duration.ofSeconds(5));
 *     endpoint.send(2, region, 64, 64);
 *     endpoint.received(Duration.ofSeconds(5));
 * }
 * }</pre>
 */
public final class Endpoint extends CmObject {
    private static final AccessFlag[] ALL = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE};

    private final Consumer<CmObject> forget;
    private final CmId id;
    private final @Nullable ConnectionRequest request;
    private final CompletionChannel channel;
    private final QueuePair pair;
    private final CompletionWait sent;
    private final CompletionWait received;
    private final SendRequests sendRequests;
    private final ReceiveRequests receiveRequests;

    /** Creates an endpoint with a queue pair, or closes what was created; {@code forget} is called when it is closed. */
    Endpoint(
            Consumer<CmObject> forget,
            CmId id,
            @Nullable ConnectionRequest request,
            ProtectionDomain domain,
            QueuePairCapacity capacity) {
        this.forget = forget;
        this.id = id;
        this.request = request;
        Context context = domain.context();
        channel = context.completionChannel();
        try {
            CompletionQueue sends = context.completionQueue(Math.max(1, capacity.sends()), channel, 0);
            CompletionQueue receives = context.completionQueue(Math.max(1, capacity.receives()), channel, 0);
            pair = domain.queuePair(QueuePairType.RC)
                    .completions(sends, receives)
                    .capacity(capacity)
                    .create();
            id.use(pair);
            sent = new CompletionWait(sends);
            received = new CompletionWait(receives);
            sendRequests = pair.sendRequests(1);
            receiveRequests = pair.receiveRequests(1);
        } catch (RuntimeException | Error e) {
            new ClosingFailures().close(channel);
            throw e;
        }
    }

    /** Returns the identifier, for operations that this class does not have. */
    public CmId id() {
        return id;
    }

    /** Returns the queue pair, for requests that this class does not have: atomic operations, immediate data, batches. */
    public QueuePair queuePair() {
        return pair;
    }

    /** Returns the private data of the request that this endpoint accepts, read-only; empty for an endpoint that connects. */
    public ByteBuffer privateData() {
        return request == null ? ByteBuffer.allocate(0) : request.privateData();
    }

    /**
     * Registers memory that a peer which knows address and key may read and write. The region serves every endpoint of the
     * device. The caller closes it.
     */
    public MemoryRegion register(ByteBuffer memory) {
        return register(memory, ALL);
    }

    /** Registers memory with other access flags; see {@link #register(ByteBuffer)}. */
    public MemoryRegion register(ByteBuffer memory, AccessFlag... access) {
        return using(() -> pair.domain().register(memory, access));
    }

    /** Connects with {@link ConnectionParameters#DEFAULTS}. */
    public CmEvent connect(Duration timeout) {
        return connect(ConnectionParameters.DEFAULTS, timeout);
    }

    /**
     * Connects and waits.
     *
     * @throws RejectedException if the peer rejects the connection, or no program listens at the address
     * @throws UnreachableException if the peer does not respond
     */
    public CmEvent connect(ConnectionParameters parameters, Duration timeout) {
        return waiting(() -> id.connect(parameters, timeout));
    }

    /** Accepts with {@link ConnectionParameters#DEFAULTS}. */
    public CmEvent accept(Duration timeout) {
        return accept(ConnectionParameters.DEFAULTS, timeout);
    }

    /**
     * Accepts the request and waits until the peer has confirmed.
     *
     * @throws IllegalStateException if this endpoint has no request
     */
    public CmEvent accept(ConnectionParameters answer, Duration timeout) {
        return waiting(() -> asked().accept(answer, timeout));
    }

    /**
     * Rejects the request and closes this endpoint.
     *
     * @throws IllegalStateException if this endpoint has no request
     */
    public void reject(byte[] privateData) {
        waiting(() -> {
            asked().reject(privateData);
            return this;
        });
        close();
    }

    private ConnectionRequest asked() {
        if (request == null) {
            throw new IllegalStateException(this + " asks for a connection itself; connect it");
        }
        return request;
    }

    /** Posts a receive into a part of a region. */
    public void receive(long request, MemoryRegion region, long offset, int length) {
        using(() -> {
            synchronized (receiveRequests) {
                receiveRequests.clear();
                pair.post(receiveRequests.receive(request).segment(region, offset, length));
            }
        });
    }

    /** Posts a send of a part of a region. */
    public void send(long request, MemoryRegion region, long offset, int length) {
        post(() -> sendRequests.send(request).segment(region, offset, length));
    }

    /** Posts a read of memory of the peer into a part of a region. */
    public void read(long request, MemoryRegion region, long offset, int length, long remoteAddress, int remoteKey) {
        post(() -> sendRequests.read(request, remoteAddress, remoteKey).segment(region, offset, length));
    }

    /** Posts a write of a part of a region to memory of the peer. */
    public void write(long request, MemoryRegion region, long offset, int length, long remoteAddress, int remoteKey) {
        post(() -> sendRequests.write(request, remoteAddress, remoteKey).segment(region, offset, length));
    }

    private void post(Supplier<SendRequests> filled) {
        using(() -> {
            synchronized (sendRequests) {
                sendRequests.clear();
                pair.post(filled.get());
            }
        });
    }

    /**
     * Waits for the completion of the next send, read or write.
     *
     * @throws io.verbena.verbs.WorkCompletionException if it failed; {@code FLUSHED} where the connection has ended
     */
    public WorkCompletion sent(Duration timeout) {
        return waiting(
                () -> sent.next(this, "a completion of what is sent", timeout).check());
    }

    /**
     * Waits for the completion of the next receive; {@link WorkCompletion#byteLength} is the length of the message.
     *
     * @throws io.verbena.verbs.WorkCompletionException if it failed; {@code FLUSHED} where the connection has ended
     */
    public WorkCompletion received(Duration timeout) {
        return waiting(() -> received.next(this, "a message", timeout).check());
    }

    /** Disconnects and waits until the peer has answered. */
    public CmEvent disconnect(Duration timeout) {
        return waiting(() -> id.disconnect(timeout));
    }

    @Override
    void destroy() {
        ClosingFailures failures = new ClosingFailures();
        // The queues and the queue pair are closed with the channel.
        failures.closeAll(List.of(id, channel));
        failures.rethrow();
    }

    @Override
    void closed(RdmaException why) {
        forget.accept(this);
    }

    @Override
    public String toString() {
        return "Endpoint[" + id + "]";
    }

    /** Takes completions one by one. Threads that wait take turns. */
    private static final class CompletionWait {
        private final CompletionQueue queue;
        private final CompletionBatch batch;
        private final ReentrantLock lock = new ReentrantLock();

        CompletionWait(CompletionQueue queue) {
            this.queue = queue;
            this.batch = queue.batch(1);
        }

        /** Returns the next completion, whatever its status. */
        WorkCompletion next(Object subject, String wanted, Duration timeout) {
            Deadline deadline = Deadline.in(timeout);
            try {
                if (!lock.tryLock() && !lock.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new CmTimeoutException(subject, wanted, timeout);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedWaitException(subject);
            }
            try {
                if (queue.await(batch, deadline) == 0) {
                    throw new CmTimeoutException(subject, wanted, timeout);
                }
                return batch.get(0).copy();
            } finally {
                lock.unlock();
            }
        }
    }
}
