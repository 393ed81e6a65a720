package io.verbena.verbs;

import io.verbena.error.SysException;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import io.verbena.iba.WireEnum;
import io.verbena.path.IbPath;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.FlowRule;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A queue pair: a send queue, a receive queue, and their connection (IBA 10.2.4). Several threads may post requests, each with a
 * batch of its own.
 */
public final class QueuePair extends QueueObject {
    private final ProtectionDomain domain;
    private final QueuePairType type;
    private final int number;
    private final QueuePairCapacity capacity;

    /** The codes of the operations, and {@link SendRequests#HINTS}, that the extended functions post; 0 if these are not used. */
    private final long operations;

    private final Posting posting;

    /** Whether each request has a destination of its own. */
    private final boolean isConnectionless;

    /** The maximum length of the headers of segmented sends. */
    private final int maxHeaders;

    private final long cookie;

    /** The groups to detach from before this queue pair is destroyed, which the device would refuse. */
    private final Set<Membership> memberships = ConcurrentHashMap.newKeySet();

    private record Membership(Gid group, int lid) {}

    /** The functions that post requests by the extended functions. */
    enum Posting {
        /** Those of verbs. */
        OF_VERBS,
        /** Those of the driver, whose requests have fields that only it knows. */
        OF_DRIVER,
        /** Those of the driver for an initiator of dynamic connections, whose requests have targets. */
        TO_TARGETS
    }

    QueuePair(
            ProtectionDomain domain,
            List<VerbsObject> owners,
            QueuePairType type,
            CreatedQueuePair created,
            Set<SendOperation> operations,
            Posting posting,
            int maxHeaders,
            long cookie) {
        super(Rank.QUEUE_PAIR, owners, created.handle(), VerbsDriver::destroyQueuePair);
        this.domain = domain;
        this.type = type;
        this.number = created.number();
        this.capacity = created.capacity();
        this.operations = WireEnum.bitsOf(operations) | (posting == Posting.OF_DRIVER ? SendRequests.HINTS : 0);
        this.isConnectionless = type == QueuePairType.UD || type == QueuePairType.DRIVER;
        this.posting = posting;
        this.maxHeaders = maxHeaders;
        this.cookie = cookie;
    }

    /** Returns the protection domain. */
    public ProtectionDomain domain() {
        return domain;
    }

    /** Returns the queue pair number, 24 bits. */
    public int number() {
        return number;
    }

    /** Returns the type, which determines the transport service. */
    public QueuePairType type() {
        return type;
    }

    /** Returns the capacity, which may exceed the requested one. */
    public QueuePairCapacity capacity() {
        return capacity;
    }

    /** Queries the state. */
    public QueuePairState state() {
        return query(QueuePairAttribute.STATE).state();
    }

    /** Queries attributes. */
    public QueuePairAttributes query(QueuePairAttribute... attributes) {
        Set<QueuePairAttribute> wanted = EnumSet.noneOf(QueuePairAttribute.class);
        wanted.addAll(Arrays.asList(attributes));
        return using(() -> driver.queryQueuePair(handle(), wanted));
    }

    /**
     * Changes the attributes that are set in the argument.
     *
     * @throws SysException if the current state does not permit the transition, or a required attribute is not set
     */
    public void modify(QueuePairAttributes attributes) {
        using(() -> driver.modifyQueuePair(handle(), attributes));
    }

    /**
     * Connects this queue pair, which is in state RESET, to that of a peer, which does the same. To post receives before the first
     * message can arrive, call {@link #initialise} and {@link #connect} instead.
     *
     * @throws SysException if a transition fails; the queue pair stays in the state that it has reached
     */
    public void establish(QueuePairSetup setup) {
        initialise(setup);
        connect(setup);
    }

    /**
     * Connects this queue pair along a path. Packets have a global route header if the path crosses routers or the link layer is
     * Ethernet. The peer does the same with the reverse path.
     *
     * @param port the local port, from 1
     * @param queuePair the queue pair number of the peer
     * @throws IllegalArgumentException if the path lacks an address that the link layer requires
     * @throws java.util.NoSuchElementException if the port is not a member of the partition of the path
     * @throws SysException if a transition fails; the queue pair stays in the state that it has reached
     */
    public void establish(IbPath path, int port, int queuePair) {
        establish(setup(path, port, queuePair));
    }

    /** Returns the setup that {@link #establish(IbPath, int, int)} uses, for further changes. */
    public QueuePairSetup setup(IbPath path, int port, int queuePair) {
        Context context = domain.context();
        return new PathSetup(context.port(port), context.gids())
                .to(
                        path,
                        queuePair,
                        context.partitionKeyIndex(port, path.pKey()),
                        context.properties().localAckDelay());
    }

    /** Takes this queue pair from RESET to INIT, in which receives can be posted. */
    public void initialise(QueuePairSetup setup) {
        modify(setup.initialisation(type));
    }

    /** Takes this queue pair from INIT to RTS, in which it sends and receives. */
    public void connect(QueuePairSetup setup) {
        modify(setup.readyToReceive(type));
        modify(setup.readyToSend(type));
    }

    /** Takes this queue pair to state ERROR, in which all outstanding and new requests are flushed. */
    public void flush() {
        modify(new QueuePairAttributes().state(QueuePairState.ERROR));
    }

    /** Takes this queue pair to state RESET, which discards its requests and its connection. */
    public void reset() {
        modify(new QueuePairAttributes().state(QueuePairState.RESET));
        recovered();
    }

    /** Returns a batch of send requests for this queue pair. */
    public SendRequests sendRequests(int requests) {
        return new SendRequests(driver, requests, capacity.sendSegments(), capacity.inlineBytes(), maxHeaders);
    }

    /** Returns a batch of receive requests for this queue pair. */
    public ReceiveRequests receiveRequests(int requests) {
        return new ReceiveRequests(driver, requests, Math.max(1, capacity.receiveSegments()));
    }

    /**
     * Posts a batch of sends and clears it. Does not allocate.
     *
     * @throws WorkRequestException if a request cannot be posted. The requests before it are posted, and the batch is unchanged.
     *     With extended functions no request is posted
     * @throws ClosedObjectException if this queue pair, an address handle or a window is closed
     * @throws IllegalStateException if a request of a datagram queue pair is not a datagram, a request of a queue pair of the driver
     *     has no destination, or an operation requires extended functions for which this queue pair was not created
     */
    public void post(SendRequests batch) {
        WorkRequests requests = batch.requests;
        int count = requests.count;
        if (count == 0) {
            return;
        }
        if (isConnectionless) {
            requireDestinations(batch);
        }
        batch.requireOperations(operations);
        batch.hold(this);
        try {
            if (operations == 0) {
                post(requests.memory, requests.stride, count);
            } else {
                postExtended(requests.memory, requests.stride, count);
            }
        } finally {
            batch.release();
        }
        batch.clear();
    }

    private void post(RecordMemory memory, int stride, int count) {
        enterData();
        try {
            checkPosted("ibv_post_send", driver.postSend(dataHandle, memory, stride, count), count);
        } finally {
            exitData();
        }
    }

    private void postExtended(RecordMemory memory, int stride, int count) {
        enter();
        try {
            long outcome = switch (posting) {
                case OF_VERBS -> driver.postSendExtended(handle(), memory, stride, count);
                case OF_DRIVER -> driver.postSendOfDriver(handle(), memory, stride, count);
                case TO_TARGETS -> driver.postSendToTargets(handle(), memory, stride, count);
            };
            checkPosted("ibv_wr_complete", outcome, count);
        } finally {
            exit();
        }
    }

    private void requireDestinations(SendRequests batch) {
        if (type == QueuePairType.UD) {
            batch.requireDatagrams();
        } else if (posting == Posting.TO_TARGETS) {
            batch.requireTargets();
        } else if (operations == 0) {
            // The driver creates a queue pair without operations without a send queue.
            throw new IllegalStateException(this + " only receives; post to an initiator");
        } else {
            batch.requireDestinations();
        }
    }

    /**
     * Posts a batch of receives and clears it. Does not allocate.
     *
     * @throws WorkRequestException if a request cannot be posted. The requests before it are posted, and the batch is unchanged
     */
    public void post(ReceiveRequests batch) {
        batch.post(this, "ibv_post_recv", DataPath::postReceive);
    }

    /**
     * Steers the packets that match a rule to this queue pair, which has type RAW_PACKET or UD (ibv_create_flow(3)).
     *
     * @param counted counters of the packets that match
     * @throws SysException if the device refuses the rule, or does not support it
     */
    public Flow steer(FlowRule rule, Counters... counted) {
        return Flow.create(this, handle(), rule, List.of(), List.of(counted));
    }

    /** Steers the packets that match a rule to this queue pair after an action was applied to them. */
    public Flow steer(FlowRule rule, FlowAction action, Counters... counted) {
        return Flow.create(this, handle(), rule, List.of(action), List.of(counted));
    }

    /** Queries the options of enhanced connection establishment (ibv_query_ece(3)). */
    public EnhancedConnection enhancedConnection() {
        return using(() -> driver.queryEnhancedConnection(handle()));
    }

    /**
     * Requests options of enhanced connection establishment. Call this before the queue pair leaves INIT (ibv_set_ece(3)).
     *
     * @return the options that the device accepted
     */
    public EnhancedConnection enhancedConnection(EnhancedConnection wanted) {
        return using(() -> driver.setEnhancedConnection(handle(), wanted));
    }

    /** Limits the send rate, in state RTS (ibv_modify_qp_rate_limit(3)). */
    public void limitRate(RateLimit limit) {
        using(() -> driver.limitRate(handle(), limit));
    }

    /**
     * Returns whether the bytes of a request are written in order, so that a local reader may wait for the last byte instead of
     * the completion (ibv_query_qp_data_in_order(3)).
     *
     * @param operation a send, a write or a read
     */
    public boolean isDataInOrder(WorkRequestOpcode operation) {
        return using(() -> driver.isDataInOrder(handle(), operation));
    }

    /** Attaches this queue pair to a multicast group. Each message has 40 bytes before it. The LID is 0 on Ethernet. */
    public void joinMulticast(Gid group, int lid) {
        using(() -> {
            driver.attachMulticast(handle(), group, lid);
            memberships.add(new Membership(group, lid));
        });
    }

    /** Detaches this queue pair from a multicast group. */
    public void leaveMulticast(Gid group, int lid) {
        using(() -> {
            driver.detachMulticast(handle(), group, lid);
            memberships.remove(new Membership(group, lid));
        });
    }

    @Override
    void destroy() {
        memberships.removeIf(membership -> {
            driver.detachMulticast(handle(), membership.group(), membership.lid());
            return true;
        });
        super.destroy();
    }

    @Override
    void destroyed() {
        openDevice.cookies.release(cookie);
    }

    @Override
    public String toString() {
        return "QueuePair[" + openDevice + ", " + type.text() + " " + number + "]";
    }
}
