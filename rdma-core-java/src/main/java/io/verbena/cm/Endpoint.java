package io.verbena.cm;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection with all that it needs, by calls that wait. Post receives, then {@link #connect} or {@link #accept};
 * each request that is posted is completed by {@link #sent} or {@link #received}, in order.
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
    private final Endpoints endpoints;
    private final CmId id;
    private final @Nullable ConnectionRequest request;
    private final CompletionChannel channel;
    private final CompletionQueue sends;
    private final CompletionQueue receives;
    private final QueuePair pair;
    private final CompletionWait sent;
    private final CompletionWait received;
    private final SendRequests sendRequests;
    private final ReceiveRequests receiveRequests;

    private Endpoint(
            Endpoints endpoints,
            CmId id,
            @Nullable ConnectionRequest request,
            CompletionChannel channel,
            CompletionQueue sends,
            CompletionQueue receives,
            QueuePair pair) {
        this.endpoints = endpoints;
        this.id = id;
        this.request = request;
        this.channel = channel;
        this.sends = sends;
        this.receives = receives;
        this.pair = pair;
        this.sent = new CompletionWait(sends);
        this.received = new CompletionWait(receives);
        this.sendRequests = pair.sendRequests(1);
        this.receiveRequests = pair.receiveRequests(1);
    }

    /** What was made before something failed is closed. */
    static Endpoint of(
            Endpoints endpoints,
            CmId id,
            @Nullable ConnectionRequest request,
            ProtectionDomain domain,
            QueuePairCapacity capacity) {
        Context context = domain.context();
        CompletionChannel channel = context.completionChannel();
        CompletionQueue sends = null;
        CompletionQueue receives = null;
        QueuePair pair = null;
        boolean done = false;
        try {
            sends = context.completionQueue(Math.max(1, capacity.sends()), channel, 0);
            receives = context.completionQueue(Math.max(1, capacity.receives()), channel, 0);
            pair = domain.queuePair(QueuePairType.RC)
                    .completions(sends, receives)
                    .capacity(capacity)
                    .create();
            id.use(pair);
            done = true;
            return new Endpoint(endpoints, id, request, channel, sends, receives, pair);
        } finally {
            if (!done) {
                close(pair, sends, receives, channel);
            }
        }
    }

    private static void close(
            @Nullable QueuePair pair,
            @Nullable CompletionQueue sends,
            @Nullable CompletionQueue receives,
            CompletionChannel channel) {
        if (pair != null) {
            pair.close();
        }
        if (sends != null) {
            sends.close();
        }
        if (receives != null) {
            receives.close();
        }
        channel.close();
    }

    /** Its identifier, for all that is not here. */
    public CmId id() {
        return id;
    }

    /** Its queue pair, for requests that are not here: atomics, immediate data, several at once. */
    public QueuePair queuePair() {
        return pair;
    }

    /** What the other side said when it asked for the connection; none if this side asks. Read only. */
    public ByteBuffer privateData() {
        return request == null ? ByteBuffer.allocate(0) : request.privateData();
    }

    /**
     * Registers memory, which the other side may read and write if it is told of it. It serves every endpoint of the device; close
     * it when it is not needed any more.
     */
    public MemoryRegion register(ByteBuffer memory) {
        return register(memory, Endpoints.ALL);
    }

    /** The same with other rights. */
    public MemoryRegion register(ByteBuffer memory, AccessFlag... access) {
        return using(() -> pair.domain().register(memory, access));
    }

    /** Connects with the usual parameters. */
    public CmEvent connect(Duration timeout) {
        return connect(ConnectionParameters.DEFAULTS, timeout);
    }

    /**
     * Connects, and waits.
     *
     * @throws RejectedException if the other side refuses, or nobody listens there
     * @throws UnreachableException if it does not answer
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent connect(ConnectionParameters parameters, Duration timeout) {
        return waiting(() -> id.connect(parameters, timeout));
    }

    /** Accepts with the usual parameters. */
    public CmEvent accept(Duration timeout) {
        return accept(ConnectionParameters.DEFAULTS, timeout);
    }

    /**
     * Accepts whoever asked, and waits until it has confirmed.
     *
     * @throws IllegalStateException if this side asks
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent accept(ConnectionParameters answer, Duration timeout) {
        return waiting(() -> asked().accept(answer, timeout));
    }

    /**
     * Rejects whoever asked, and closes this.
     *
     * @throws IllegalStateException if this side asks
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

    /** Posts a receive into so many bytes of a region. */
    public void receive(long request, MemoryRegion region, long offset, int length) {
        using(() -> {
            synchronized (receiveRequests) {
                receiveRequests.clear();
                pair.post(receiveRequests.receive(request).segment(region, offset, length));
            }
        });
    }

    /** Posts a send of so many bytes of a region. */
    public void send(long request, MemoryRegion region, long offset, int length) {
        post(() -> sendRequests.send(request).segment(region, offset, length));
    }

    /** Posts a read of so many bytes of the other side's memory into a region. */
    public void read(long request, MemoryRegion region, long offset, int length, long remoteAddress, int remoteKey) {
        post(() -> sendRequests.read(request, remoteAddress, remoteKey).segment(region, offset, length));
    }

    /** Posts a write of so many bytes of a region into the other side's memory. */
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
     * Waits for the next send, read or write to be done.
     *
     * @throws io.verbena.verbs.WorkCompletionException if it failed; {@code FLUSHED} where the connection has ended
     * @throws CmTimeoutException if none is in time
     */
    public WorkCompletion sent(Duration timeout) {
        return waiting(
                () -> sent.next(this, "a completion of what is sent", timeout).check());
    }

    /**
     * Waits for the next receive to be done; {@link WorkCompletion#byteLength} says how much came.
     *
     * @throws io.verbena.verbs.WorkCompletionException if it failed; {@code FLUSHED} where the connection has ended
     * @throws CmTimeoutException if none is in time
     */
    public WorkCompletion received(Duration timeout) {
        return waiting(() -> received.next(this, "a message", timeout).check());
    }

    /**
     * Ends the connection, and waits until the other side knows.
     *
     * @throws CmTimeoutException if it takes longer
     */
    public CmEvent disconnect(Duration timeout) {
        return waiting(() -> id.disconnect(timeout));
    }

    /** What is closed is called by the name that the caller knows. */
    private <T> T waiting(Supplier<T> call) {
        if (isClosed()) {
            throw new ClosedObjectException(this);
        }
        try {
            return call.get();
        } catch (ClosedObjectException e) {
            throw isClosed() ? new ClosedObjectException(this) : e;
        }
    }

    @Override
    void destroy() {
        id.close();
        close(pair, sends, receives, channel);
    }

    @Override
    void closed() {
        endpoints.forget(this);
    }

    @Override
    public String toString() {
        return "Endpoint[" + id + "]";
    }
}
