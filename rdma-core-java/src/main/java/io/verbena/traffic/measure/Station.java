package io.verbena.traffic.measure;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.exchange.QueuePairAddress;
import io.verbena.exchange.QueuePairExchange;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.Transport;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
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

    Station(Context context, MeasurePlan plan, MeasureOptions options) {
        requireAble(context, plan, options);
        this.context = context;
        context.nanoTime();
        this.plan = plan;
        this.options = options;
        int pairs = plan.queuePairs();
        int receives = plan.operation() == Operation.SEND ? Math.max(options.receives() / pairs, plan.depth()) : 1;
        inbox = (plan.maxBytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        memory = ByteBuffer.allocateDirect(inbox + Math.max(MIN_BYTES, plan.maxBytes()) + GLOBAL_ROUTE);
        domain = context.protectionDomain();
        events = options.events() ? context.completionChannel() : null;
        queue = context.completionQueue(pairs * (plan.depth() + receives), events, 0);
        region = domain.register(memory, access());
        lanes = new Lane[pairs];
        for (int i = 0; i < pairs; i++) {
            lanes[i] = new Lane(pair(receives), i, receives, region, inbox, memory.capacity() - inbox);
        }
    }

    long nanoTime() {
        return context.nanoTime();
    }

    private QueuePair pair(int receives) {
        return domain.queuePair(plan.service())
                .completions(queue)
                .capacity(new QueuePairCapacity(plan.depth(), receives, options.segments(), 1, options.inlineBytes()))
                .create();
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
        if (plan.service() == QueuePairType.RC) {
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
    void exchange(Control control) {
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
        QueuePairExchange exchange = new QueuePairExchange(lane.pair)
                .port(options.port())
                .access(access())
                .queueKey(QUEUE_KEY)
                .reads(reads())
                .mtu(options.mtu())
                .serviceLevel(options.serviceLevel())
                .receiverNotReady(7);
        return options.gidIndex() >= 0 ? exchange.gidIndex(options.gidIndex()) : exchange;
    }

    private void connected(Lane lane, QueuePairAddress other) {
        lane.remoteNumber = other.number();
        if (plan.service() == QueuePairType.UD) {
            int index = Math.max(0, options.gidIndex());
            lane.way = domain.addressHandle(other.way(options.port(), index, options.serviceLevel()));
        }
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

    String device() {
        return context.device();
    }

    /** Closes everything except the device. */
    @Override
    public void close() {
        for (Lane lane : lanes) {
            lane.pair.close();
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
