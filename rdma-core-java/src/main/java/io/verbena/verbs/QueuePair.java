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
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.flow.FlowRule;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A queue of sends and a queue of receives, and what they are connected to (IBA 10.2.4). Requests may be posted by several
 * threads, each with a batch of its own.
 */
public final class QueuePair extends VerbsObject {
    private final ProtectionDomain domain;
    private final QueuePairType type;
    private final long handle;
    private final int number;
    private final QueuePairCapacity capacity;

    /** The codes of what it posts by the extended functions; 0 if it does not use them. */
    private final long operations;

    /** The longest headers of sends that the device cuts into packets. */
    private final int maxHeaders;

    private final long cookie;

    /** The device keeps a queue pair that is still in a group. */
    private final Set<Membership> memberships = ConcurrentHashMap.newKeySet();

    private record Membership(Gid group, int lid) {}

    QueuePair(
            ProtectionDomain domain,
            List<VerbsObject> owners,
            QueuePairType type,
            CreatedQueuePair created,
            Set<SendOperation> operations,
            int maxHeaders,
            long cookie) {
        super(owners);
        this.domain = domain;
        this.type = type;
        this.handle = created.handle();
        this.number = created.number();
        this.capacity = created.capacity();
        this.operations = WireEnum.bitsOf(operations);
        this.maxHeaders = maxHeaders;
        this.cookie = cookie;
    }

    @Override
    Context context() {
        return domain.context();
    }

    /** The domain it is of. */
    public ProtectionDomain domain() {
        return domain;
    }

    long handle() {
        return handle;
    }

    /** The number by which others reach it, 24 bits. */
    public int number() {
        return number;
    }

    /** Its service. */
    public QueuePairType type() {
        return type;
    }

    /** How large it is, which may be larger than was asked for. */
    public QueuePairCapacity capacity() {
        return capacity;
    }

    /** The state it is in. */
    public QueuePairState state() {
        return query(QueuePairAttribute.STATE).state();
    }

    /** Reads attributes of it. */
    public QueuePairAttributes query(QueuePairAttribute... attributes) {
        Set<QueuePairAttribute> wanted = EnumSet.noneOf(QueuePairAttribute.class);
        wanted.addAll(Arrays.asList(attributes));
        return using(() -> driver().queryQueuePair(handle, wanted));
    }

    /**
     * Changes the attributes that are set, and no others.
     *
     * @throws SysException if the transition is not one that the state allows, or lacks an attribute that it needs
     */
    public void modify(QueuePairAttributes attributes) {
        using(() -> driver().modifyQueuePair(handle, attributes));
    }

    /**
     * Connects it: from RESET to where it sends and receives. The other side does the same with what this side is. The
     * receives of the first messages should be posted before: after {@link #initialise}.
     *
     * @throws SysException if it cannot be; it is then in the state that it came to
     */
    public void establish(QueuePairSetup setup) {
        initialise(setup);
        connect(setup);
    }

    /**
     * Connects it along a path, by the LID of the other port, and with a global route header where the path crosses routers
     * or the link layer is Ethernet. The other side does the same with the path back.
     *
     * @param port the port to leave by, from 1
     * @param queuePair the number of the other queue pair
     * @throws IllegalArgumentException if the path has not what this link layer needs
     * @throws java.util.NoSuchElementException if the port is not in the partition of the path
     * @throws SysException if it cannot be connected; it is then in the state that it came to
     */
    public void establish(IbPath path, int port, int queuePair) {
        establish(setup(path, port, queuePair));
    }

    /** What {@link #establish(IbPath, int, int)} does, to say more of it. */
    public QueuePairSetup setup(IbPath path, int port, int queuePair) {
        Context context = context();
        return new PathSetup(context.port(port), context.gids())
                .to(
                        path,
                        queuePair,
                        context.partitionKeyIndex(port, path.pKey()),
                        context.properties().localAckDelay());
    }

    /** The first step of {@link #establish(QueuePairSetup)}: receives can be posted then. */
    public void initialise(QueuePairSetup setup) {
        modify(setup.initialisation(type));
    }

    /** The other steps of {@link #establish(QueuePairSetup)}. */
    public void connect(QueuePairSetup setup) {
        modify(setup.readyToReceive(type));
        modify(setup.readyToSend(type));
    }

    /** Ends every request that is posted, and those to come, as flushed. */
    public void flush() {
        modify(new QueuePairAttributes().state(QueuePairState.ERROR));
    }

    /** Forgets everything, requests and connection. */
    public void reset() {
        modify(new QueuePairAttributes().state(QueuePairState.RESET));
        recovered();
    }

    /** A batch of so many sends for this queue pair. */
    public SendRequests sendRequests(int requests) {
        return new SendRequests(driver(), requests, capacity.sendSegments(), capacity.inlineBytes(), maxHeaders);
    }

    /** A batch of so many receives for this queue pair. */
    public ReceiveRequests receiveRequests(int requests) {
        return new ReceiveRequests(driver(), requests, Math.max(1, capacity.receiveSegments()));
    }

    /**
     * Posts a batch of sends, and empties it. Allocates nothing.
     *
     * @throws WorkRequestException if one cannot be posted; those before it are, and the batch stays as it is. With
     *     extended functions none is
     * @throws ClosedObjectException if this, an address handle or a window is closed
     * @throws IllegalStateException if this is for datagrams, and a request is not one; or if one is an operation that only
     *     the extended functions have, and this was not created for it
     */
    public void post(SendRequests batch) {
        WorkRequests requests = batch.requests();
        int count = requests.count();
        if (count == 0) {
            return;
        }
        if (type == QueuePairType.UD) {
            batch.requireDatagrams();
        }
        batch.requireOperations(operations);
        boolean extended = operations != 0;
        enter();
        try {
            batch.used().hold(this);
            try {
                RecordMemory memory = requests.memory();
                long outcome = extended
                        ? driver().postSendExtended(handle, memory, requests.stride(), count)
                        : driver().postSend(handle, memory, requests.stride(), count);
                VerbsErrors.checkPosted(extended ? "ibv_wr_complete" : "ibv_post_send", this, outcome, count);
            } finally {
                batch.used().release();
            }
        } finally {
            exit();
        }
        batch.clear();
    }

    /**
     * Posts a batch of receives, and empties it. Allocates nothing.
     *
     * @throws WorkRequestException if one cannot be posted; those before it are, and the batch stays as it is
     */
    public void post(ReceiveRequests batch) {
        WorkRequests requests = batch.requests();
        int count = requests.count();
        if (count == 0) {
            return;
        }
        enter();
        try {
            long outcome = driver().postReceive(handle, requests.memory(), requests.stride(), count);
            VerbsErrors.checkPosted("ibv_post_recv", this, outcome, count);
        } finally {
            exit();
        }
        batch.clear();
    }

    /**
     * Steers packets to it that a rule matches (ibv_create_flow(3)). Only of a queue pair of type RAW_PACKET or UD.
     *
     * @param counted counters of what it matches
     * @throws SysException if the device refuses the rule, or has none
     */
    public Flow steer(FlowRule rule, Counters... counted) {
        return Flow.create(this, rule, List.of(), List.of(counted));
    }

    /** The same, where this becomes of the packets before they are received. */
    public Flow steer(FlowRule rule, FlowAction action, Counters... counted) {
        return Flow.create(this, rule, List.of(action), List.of(counted));
    }

    /**
     * The options of enhanced connection establishment that it has (ibv_query_ece(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public EnhancedConnection enhancedConnection() {
        return using(() -> driver().queryEnhancedConnection(handle));
    }

    /**
     * Asks for options of enhanced connection establishment, before it leaves INIT (ibv_set_ece(3)).
     *
     * @return those it got
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public EnhancedConnection enhancedConnection(EnhancedConnection wanted) {
        return using(() -> driver().setEnhancedConnection(handle, wanted));
    }

    /**
     * Limits how fast it sends, in state RTS (ibv_modify_qp_rate_limit(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the device cannot
     */
    public void limitRate(RateLimit limit) {
        using(() -> driver().limitRate(handle, limit));
    }

    /**
     * Whether the bytes of one request are written from the first to the last, so that a reader of this side may wait for
     * the last byte instead of the completion (ibv_query_qp_data_in_order(3)).
     *
     * @param operation a send, a write or a read
     */
    public boolean isDataInOrder(WorkRequestOpcode operation) {
        return using(() -> driver().isDataInOrder(handle, operation));
    }

    /** Lets it get what is sent to a group, in front of each message 40 bytes; the LID of the group is 0 on Ethernet. */
    public void joinMulticast(Gid group, int lid) {
        using(() -> {
            driver().attachMulticast(handle, group, lid);
            memberships.add(new Membership(group, lid));
        });
    }

    /** Lets it get that no longer. */
    public void leaveMulticast(Gid group, int lid) {
        using(() -> {
            driver().detachMulticast(handle, group, lid);
            memberships.remove(new Membership(group, lid));
        });
    }

    @Override
    int closingRank() {
        return 0;
    }

    @Override
    void destroy() {
        memberships.removeIf(membership -> {
            driver().detachMulticast(handle, membership.group(), membership.lid());
            return true;
        });
        driver().destroyQueuePair(handle);
    }

    @Override
    void destroyed() {
        context().cookies().release(cookie);
    }

    @Override
    public String toString() {
        return "QueuePair[" + context() + ", " + type.text() + " " + number + "]";
    }
}
