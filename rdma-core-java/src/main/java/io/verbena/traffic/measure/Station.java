package io.verbena.traffic.measure;

import io.verbena.error.Errno;
import io.verbena.error.Ranges;
import io.verbena.error.UnsupportedException;
import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.QueuePairExchange;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.Flags;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.StaticRate;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.XrcDomain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one side: queue pairs with a common completion queue, and memory for outgoing and incoming
 * messages.
 */
final class Station implements AutoCloseable {
    static final int QUEUE_KEY = 0x11111111;

    /** The length of the global route header before the payload of a datagram. */
    private static final int GLOBAL_ROUTE = 40;

    /** The programs of perftest spread small messages over this number of bytes from the address of the peer on. */
    private static final int MIN_BYTES = 4096;

    private static final int MAX_READS = 16;

    /** The number of the queue pairs to which datagrams for a multicast group are sent (IBA 10.5.2.1). */
    private static final int MULTICAST_PAIR = 0xffffff;

    final MeasurePlan plan;
    final MeasureOptions options;
    final CompletionQueue queue;
    final Lane[] lanes;

    /** The memory of the first lane, and of the others unless each has its own. */
    final MessageMemory memory;

    private final Context context;
    private final ProtectionDomain domain;
    private final @Nullable CompletionChannel events;
    private final @Nullable XrcDomain extended;
    private final @Nullable SharedReceiveQueue shared;

    Station(Context context, MeasurePlan plan, MeasureOptions options) {
        requireAble(context, plan, options);
        this.context = context;
        context.nanoTime();
        this.plan = plan;
        this.options = options;
        int pairs = plan.queuePairs();
        boolean receivesSends = plan.operation() == Operation.SEND;
        int receives = receivesSends ? Math.max(options.receives() / pairs, plan.depth()) : 1;
        MeasureResources resources = options.resources();
        domain = context.protectionDomain();
        events = options.events() ? context.completionChannel() : null;
        int entries = pairs * (plan.depth() + receives);
        queue = context.completionQueue(entries, events, events == null ? 0 : resources.completionVector());
        memory = memory();
        extended = plan.isExtended() ? context.xrcDomain() : null;
        shared = shared(pairs * receives);
        lanes = new Lane[pairs];
        for (int i = 0; i < pairs; i++) {
            QueuePair pair = pair(receives);
            QueuePair receiver = extended == null
                    ? pair
                    : domain.queuePair(QueuePairType.XRC_RECEIVE).in(extended).create();
            MessageMemory own = i == 0 || !resources.regionPerQueuePair() ? memory : memory();
            lanes[i] = new Lane(i, pair, receiver, shared, receives, resources.receiveBatch(), own);
        }
    }

    private MessageMemory memory() {
        int incoming = Math.max(MIN_BYTES, plan.maxBytes()) + GLOBAL_ROUTE;
        List<AccessFlag> access = new ArrayList<>(List.of(access()));
        if (options.resources().onDemand()) {
            access.add(AccessFlag.ON_DEMAND);
        }
        return MessageMemory.allocate(
                domain, options.resources(), plan.maxBytes(), incoming, access.toArray(AccessFlag[]::new));
    }

    private @Nullable SharedReceiveQueue shared(int receives) {
        SharedReceiveQueueAttributes attributes = SharedReceiveQueueAttributes.of(receives, 1);
        if (extended != null) {
            return domain.sharedReceiveQueue(attributes, extended, queue);
        }
        return options.resources().sharedReceives() ? domain.sharedReceiveQueue(attributes) : null;
    }

    /** Returns the number of the queue to which extended reliable connections send; 0 for other services. */
    int sharedNumber() {
        return extended == null || shared == null ? 0 : shared.number();
    }

    long nanoTime() {
        return context.nanoTime();
    }

    private QueuePair pair(int receives) {
        int own = shared == null ? receives : 0;
        QueuePairBuilder builder = domain.queuePair(plan.service())
                .completions(queue)
                .capacity(new QueuePairCapacity(
                        plan.depth(), own, options.segments(), Math.min(own, 1), options.inlineBytes()));
        if (shared != null && extended == null) {
            builder.receivesFrom(shared);
        }
        return builder.create();
    }

    /** Checks requirements that would otherwise fail in the middle of the measurement. */
    private static void requireAble(Context context, MeasurePlan plan, MeasureOptions options) {
        boolean iwarp = context.properties().transport() == Transport.IWARP;
        if (plan.operation().isAtomic() && context.properties().atomics() == AtomicCapability.NONE) {
            String reason = "this device does not support atomic operations, so "
                    + plan.operation().text() + " cannot be measured";
            throw unsupported("ibv_post_send", context, reason);
        }
        if (iwarp && plan.service() != QueuePairType.RC) {
            throw unsupported("ibv_create_qp", context, "iWARP supports reliable connections only");
        }
        if (iwarp && !plan.connectionManager()) {
            throw unsupported("ibv_modify_qp", context, "iWARP requires the RDMA CM; use it on the client");
        }
        Flags<OnDemandOperation> paged = context.extensions().onDemandPaging().reliable();
        boolean pages = paged.contains(OnDemandOperation.SEND) && paged.contains(OnDemandOperation.RECEIVE);
        if (options.resources().onDemand() && !pages) {
            throw unsupported("ibv_reg_mr", context, "this device does not page memory on demand");
        }
        if (options.course().countsCycles() && context.nanosPerCycle() == 0) {
            throw new IllegalArgumentException("this host has no counter of processor cycles with a constant rate");
        }
        int port = options.port();
        int vectors = context.properties().completionVectors();
        Ranges.check("completion vector", options.resources().completionVector(), 0, Math.max(1, vectors) - 1);
        int keys = context.port(port).partitionKeys();
        Ranges.check("P_Key index", options.path().partitionKeyIndex(), 0, Math.max(1, keys) - 1);
        boolean ethernet = context.port(port).linkLayer() == LinkLayer.ETHERNET;
        if (ethernet && !plan.connectionManager() && options.path().linkLayer() == LinkLayer.INFINIBAND) {
            throw new IllegalArgumentException("packets of " + context.device() + "/" + port
                    + " need a GID, because its link layer is Ethernet; do not force InfiniBand");
        }
        if (ethernet && options.path().rate() != StaticRate.MAX) {
            throw unsupported("ibv_modify_qp", context, "only InfiniBand devices limit the rate of a queue pair");
        }
        if (plan.service() == QueuePairType.UD) {
            String mtu = context.port(port).activeMtu().text();
            if (plan.maxBytes() > Integer.parseInt(mtu)) {
                throw new IllegalArgumentException("a datagram of " + plan.maxBytes()
                        + " bytes is larger than the MTU of " + context.device() + "/" + port + ", " + mtu);
            }
        }
    }

    private static UnsupportedException unsupported(String call, Context context, String reason) {
        return new UnsupportedException(call, context.device(), Errno.EOPNOTSUPP, reason);
    }

    private AccessFlag[] access() {
        List<AccessFlag> access = new ArrayList<>(List.of(AccessFlag.LOCAL_WRITE));
        if (plan.service() != QueuePairType.UD) {
            access.add(AccessFlag.REMOTE_WRITE);
        }
        if (plan.isReliable()) {
            access.add(AccessFlag.REMOTE_READ);
        }
        if (plan.operation().isAtomic()) {
            access.add(AccessFlag.REMOTE_ATOMIC);
        }
        return access.toArray(AccessFlag[]::new);
    }

    /** Returns the responder resources and the initiator depth of this side. */
    int reads() {
        DeviceLimits limits = context.properties().limits();
        int wanted = options.reads() == 0 ? MAX_READS : options.reads();
        return Math.max(1, Math.min(wanted, Math.min(limits.maxResponderResources(), limits.maxInitiatorDepth())));
    }

    /** Exchanges queue pairs with the peer over the side channel. */
    void exchange(NoteControl control) {
        for (Lane lane : lanes) {
            connected(lane, exchange(lane, lane.pair).connect(control.channel, control.timeout));
        }
    }

    /** Connects a queue pair to one whose address another protocol has exchanged. */
    void connect(Lane lane, QueuePairExchange exchange, QueuePairAddress other) {
        exchange.connect(other);
        connected(lane, other);
    }

    QueuePairExchange exchange(Lane lane, QueuePair pair) {
        int gid = gidIndex(port(lane));
        QueuePairExchange exchange = new QueuePairExchange(pair)
                .port(port(lane))
                .partitionKeyIndex(options.path().partitionKeyIndex())
                .timeout(options.path().acknowledgeTimeout())
                .route(this::route)
                .access(access())
                .queueKey(QUEUE_KEY)
                .reads(reads())
                .mtu(options.mtu())
                .serviceLevel(options.serviceLevel())
                .receiverNotReady(7);
        return gid >= 0 ? exchange.gidIndex(gid) : exchange;
    }

    /** Returns the index of the GID of a port; -1 for the default of the port. */
    private int gidIndex(int port) {
        LinkLayer forced = options.path().linkLayer();
        LinkLayer link = forced == null ? context.port(port).linkLayer() : forced;
        if (options.gidIndex() >= -1) {
            return options.gidIndex();
        }
        if (link != LinkLayer.ETHERNET) {
            return options.course().group() == null ? -1 : 0;
        }
        boolean ipv4 = options.gidIndex() == MeasureOptions.GID_OF_IPV4;
        return context.gids().stream()
                .filter(entry -> entry.port() == port)
                .max(Comparator.comparing((GidTableEntry entry) -> entry.gid().isIpv4() == ipv4)
                        .thenComparing(entry -> entry.type() == GidType.ROCE_V2))
                .map(GidTableEntry::index)
                .orElse(0);
    }

    private AddressVector route(AddressVector given) {
        MeasurePath path = options.path();
        return new AddressVector(
                given.port(),
                path.destination().equals(Lid.NONE) ? given.dlid() : path.destination(),
                given.serviceLevel(),
                given.pathBits(),
                path.rate().code(),
                given.dgid(),
                given.gidIndex(),
                given.flowLabel(),
                given.hopLimit(),
                given.isGlobal() ? path.trafficClass() : 0);
    }

    /** Attaches the queue pair of a lane to a multicast group, and returns the address of the group. */
    QueuePairAddress attach(Lane lane, QueuePairExchange exchange, Gid group, Lid lid) {
        exchange.initialise();
        lane.pair.joinMulticast(group, lid.bits());
        QueuePairAddress own = exchange.local();
        return new QueuePairAddress(
                own.type(), MULTICAST_PAIR, own.sequenceNumber(), QUEUE_KEY, lid, group, own.mtu(), own.reads());
    }

    /** Returns whether multicast groups of the port exist in the subnet administration. */
    boolean hasSubnetAdministration() {
        return context.port(options.port()).linkLayer() != LinkLayer.ETHERNET;
    }

    /** Returns the port of a lane; the second half of the lanes may have another port. */
    private int port(Lane lane) {
        int second = options.resources().secondPort();
        return second > 0 && lane.number() >= lanes.length / 2 ? second : options.port();
    }

    private void connected(Lane lane, QueuePairAddress other) {
        if (plan.service() == QueuePairType.UD) {
            int index = Math.max(0, gidIndex(port(lane)));
            AddressVector address = route(other.way(port(lane), index, options.serviceLevel()));
            reach(lane, new DatagramDestination(address, other.number(), QUEUE_KEY));
        }
    }

    /** Sends datagrams of a lane to a destination. */
    void reach(Lane lane, DatagramDestination destination) {
        lane.reach(domain.addressHandle(destination.address()), destination.queuePair(), destination.queueKey());
    }

    /** Sends datagrams of a lane to the sender of the first one, whose immediate data is its queue pair number. */
    void reach(Lane lane, int port, WorkCompletion first) {
        ByteBuffer header = lane.memory.bytes().duplicate().position(lane.memory.inbox());
        AddressHandle address = domain.addressHandle(port, first, header);
        int key = lane.pair.query(QueuePairAttribute.QUEUE_KEY).number(QueuePairAttribute.QUEUE_KEY);
        lane.reach(address, first.immediate(), key);
    }

    /** Returns the MTU of the port, or the maximum of this side if it is lower. */
    Mtu mtu() {
        return mtu(context, options.port(), options.mtu());
    }

    /** Returns the MTU of a port, or a lower maximum. */
    static Mtu mtu(Context context, int port, Mtu maximum) {
        Mtu active = context.port(port).activeMtu();
        return active.code() < maximum.code() ? active : maximum;
    }

    void fill() {
        for (Lane lane : lanes) {
            lane.fill();
        }
    }

    /** Counts the completion of a receive, which is posted again. */
    void taken(long id) {
        lanes[Lane.number(id)].taken();
    }

    /** Returns the number of messages that this side has received. */
    long arrived() {
        long count = 0;
        for (Lane lane : lanes) {
            count += lane.arrived();
        }
        return count;
    }

    String device() {
        return context.device();
    }

    double cyclesPerNano() {
        return context.nanosPerCycle() == 0 ? 0 : 1 / context.nanosPerCycle();
    }

    /** Closes everything except the device. */
    @Override
    public void close() {
        LockSupport.parkNanos(options.resources().delay().toNanos());
        for (Lane lane : lanes) {
            lane.pair.close();
            lane.receiver.close();
        }
        if (shared != null) {
            shared.close();
        }
        if (extended != null) {
            extended.close();
        }
        queue.close();
        if (events != null) {
            events.close();
        }
        domain.close();
    }

    @Override
    public String toString() {
        return lanes.length == 1
                ? lanes[0].pair.toString()
                : lanes.length + " queue pairs starting with " + lanes[0].pair;
    }
}
