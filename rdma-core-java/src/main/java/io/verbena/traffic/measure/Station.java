package io.verbena.traffic.measure;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.QueuePairExchange;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.Transport;
import io.verbena.iba.Mtu;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairBuilder;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.XrcDomain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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

    private static final int ALIGNMENT = 64;
    private static final int MAX_READS = 16;

    final MeasurePlan plan;
    final MeasureOptions options;
    final CompletionQueue queue;
    final Lane[] lanes;
    final ByteBuffer memory;
    final MemoryRegion region;

    /** The offset of incoming messages; outgoing messages precede them. */
    final int inbox;

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
        inbox = (plan.maxBytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        int bytes = inbox + Math.max(MIN_BYTES, plan.maxBytes()) + GLOBAL_ROUTE;
        memory = options.resources().hugePages() ? HugePages.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
        domain = context.protectionDomain();
        events = options.events() ? context.completionChannel() : null;
        queue = context.completionQueue(pairs * (plan.depth() + receives), events, 0);
        region = domain.register(memory, access());
        extended = plan.isExtended() ? context.xrcDomain() : null;
        shared = shared(pairs * receives);
        lanes = new Lane[pairs];
        Lane.Inbox incoming = new Lane.Inbox(region, inbox, bytes - inbox);
        for (int i = 0; i < pairs; i++) {
            QueuePair pair = pair(receives);
            QueuePair receiver = extended == null
                    ? pair
                    : domain.queuePair(QueuePairType.XRC_RECEIVE).in(extended).create();
            lanes[i] = new Lane(i, pair, receiver, shared, receives, incoming);
        }
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
        QueuePairBuilder builder = domain.queuePair(plan.service()).completions(queue);
        if (shared == null) {
            builder.capacity(capacity(receives, 1));
        } else {
            builder.capacity(capacity(0, 0));
        }
        if (shared != null && extended == null) {
            builder.receivesFrom(shared);
        }
        return builder.create();
    }

    private QueuePairCapacity capacity(int receives, int segmentsReceived) {
        return new QueuePairCapacity(
                plan.depth(), receives, options.segments(), segmentsReceived, options.inlineBytes());
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
        int port = options.port();
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
            connected(lane, exchange(lane).connect(control.channel, control.timeout));
        }
    }

    /** Connects a queue pair to one whose address another protocol has exchanged. */
    void connect(Lane lane, QueuePairExchange exchange, QueuePairAddress other) {
        exchange.connect(other);
        connected(lane, other);
    }

    QueuePairExchange exchange(Lane lane) {
        return exchange(lane, lane.pair);
    }

    QueuePairExchange exchange(Lane lane, QueuePair pair) {
        QueuePairExchange exchange = new QueuePairExchange(pair)
                .port(port(lane))
                .access(access())
                .queueKey(QUEUE_KEY)
                .reads(reads())
                .mtu(options.mtu())
                .serviceLevel(options.serviceLevel())
                .receiverNotReady(7);
        return options.gidIndex() >= 0 ? exchange.gidIndex(options.gidIndex()) : exchange;
    }

    /** Returns the port of a lane; the second half of the lanes may have another port. */
    private int port(Lane lane) {
        int second = options.resources().secondPort();
        return second > 0 && lane.number() >= lanes.length / 2 ? second : options.port();
    }

    private void connected(Lane lane, QueuePairAddress other) {
        if (plan.service() == QueuePairType.UD) {
            int index = Math.max(0, options.gidIndex());
            AddressVector address = other.way(port(lane), index, options.serviceLevel());
            reach(lane, new DatagramDestination(address, other.number(), QUEUE_KEY));
        }
    }

    /** Sends datagrams of a lane to a destination. */
    void reach(Lane lane, DatagramDestination destination) {
        lane.reach(domain.addressHandle(destination.address()), destination.queuePair(), destination.queueKey());
    }

    /** Sends datagrams of a lane to the sender of the first one, whose immediate data is its queue pair number. */
    void reach(Lane lane, int port, WorkCompletion first) {
        AddressHandle address =
                domain.addressHandle(port, first, memory.duplicate().position(inbox));
        int key = lane.pair.query(QueuePairAttribute.QUEUE_KEY).number(QueuePairAttribute.QUEUE_KEY);
        lane.reach(address, first.immediate(), key);
    }

    /** Returns the MTU of the port, or the maximum of this side if it is lower. */
    Mtu mtu() {
        Mtu active = context.port(options.port()).activeMtu();
        return active.code() < options.mtu().code() ? active : options.mtu();
    }

    void fill() {
        for (Lane lane : lanes) {
            lane.fill();
        }
    }

    void fill(int lane) {
        lanes[lane].fill();
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

    /** Closes everything except the device. */
    @Override
    public void close() {
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
