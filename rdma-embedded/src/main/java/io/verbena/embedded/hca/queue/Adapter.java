package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.frame.SteeringRule;
import io.verbena.embedded.hca.frame.SteeringTable;
import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.embedded.hca.queue.TransportMessage.Acknowledgement;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.hca.AsyncEventType;
import io.verbena.iba.Gid;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The channel adapter of a node, shared by all programs that have opened it: its queue pairs, its multicast attachments and
 * the asynchronous events of its ports.
 */
public final class Adapter {
    /** Maximum number of address handles of an adapter. */
    public static final int MAX_ADDRESS_HANDLES = 1 << 20;

    /** Maximum number of shared receive queues of an adapter. */
    public static final int MAX_SHARED_RECEIVE_QUEUES = 1 << 16;
    /** Maximum number of queue pairs of an adapter. */
    public static final int MAX_QUEUE_PAIRS = 1 << 18;

    // Above the numbers of the queue pairs at which nodes answer for other nodes.
    private static final int FIRST_QUEUE_PAIR = 0x10000;

    /**
     * A connection that has ended keeps the number of its queue pair for seconds, during which no other connection may use it
     * (TimeWait of IBA 12.9.7).
     */
    private static final int RESTING_QUEUE_PAIRS = 1 << 16;

    private final DataNetwork network;
    private final FabricNode node;
    private final KeyTable keys = new KeyTable();
    private final NumberTable<SimulatedAddressHandle> addressHandles = new NumberTable<>(1, MAX_ADDRESS_HANDLES);
    private final NumberTable<SimulatedSharedReceiveQueue> sharedReceiveQueues =
            new NumberTable<>(1, MAX_SHARED_RECEIVE_QUEUES);
    private final AtomicLong retries = new AtomicLong();

    /** Held during an atomic operation: operations are atomic among those of one adapter (IBA 9.4.5). */
    final Object atomics = new Object();

    private final NumberTable<SimulatedQueuePair> queuePairs =
            new NumberTable<>(FIRST_QUEUE_PAIR, MAX_QUEUE_PAIRS, RESTING_QUEUE_PAIRS);
    private final Map<Gid, List<SimulatedQueuePair>> groups = new ConcurrentHashMap<>();
    private final SteeringTable<SimulatedQueuePair> rules = new SteeringTable<>();
    private final Map<XrcDomainFile, Integer> xrcDomains = new ConcurrentHashMap<>();
    private final List<EventQueue> listeners = new CopyOnWriteArrayList<>();

    /** The ports known to be active. A link comes up in several steps, which cause a single event. */
    private final Set<FabricPort> active = ConcurrentHashMap.newKeySet();

    private volatile boolean removed;

    Adapter(DataNetwork network, FabricNode node) {
        this.network = network;
        this.node = node;
        network.timeline()
                .run(() -> node.ports().forEach(port -> {
                    port.queuePairs(packet -> receive(packet, port));
                    if (port.isActive()) {
                        active.add(port);
                    }
                }));
    }

    void remove() {
        removed = true;
        listeners.forEach(listener -> listener.add(AsyncEventType.DEVICE_FATAL.code(), 0));
    }

    /** Returns whether this adapter was removed from its host. An adapter that is plugged in again is a new object. */
    public boolean isRemoved() {
        return removed;
    }

    /** Adds a queue that receives the asynchronous events of the ports (IBA 11.6.3.3, ibv_get_async_event(3)). */
    public void addListener(EventQueue listener) {
        listeners.add(listener);
    }

    /** Removes a queue added by {@link #addListener}. */
    public void removeListener(EventQueue listener) {
        listeners.remove(listener);
    }

    void stateChanged(FabricPort port) {
        if (port.isActive() && active.add(port)) {
            report(port, AsyncEventType.PORT_ACTIVE);
        } else if (!port.isActive() && active.remove(port)) {
            report(port, AsyncEventType.PORT_ERROR);
        }
    }

    void changed(FabricPort port, FabricPort.Change change) {
        report(
                port,
                switch (change) {
                    case LID -> AsyncEventType.LID_CHANGED;
                    case SUBNET_MANAGER -> AsyncEventType.SUBNET_MANAGER_CHANGED;
                    case PARTITION_KEYS -> AsyncEventType.PARTITION_KEY_CHANGED;
                    case GIDS -> AsyncEventType.GID_CHANGED;
                    case REREGISTER -> AsyncEventType.CLIENT_REREGISTER;
                });
    }

    private void report(FabricPort port, AsyncEventType event) {
        listeners.forEach(listener -> listener.add(((long) port.number() << Integer.SIZE) | event.code(), 0));
    }

    /** Creates a queue pair in state RESET. */
    public SimulatedQueuePair createQueuePair(Refusals refusals, QueuePairPlan plan) {
        return queuePairs.add(refusals, "ibv_create_qp", number -> new SimulatedQueuePair(this, number, plan));
    }

    /** Returns a queue pair, which must exist. */
    public SimulatedQueuePair queuePair(long number) {
        return queuePairs.get(number);
    }

    /**
     * Opens the domain of a file for a program.
     *
     * @param create whether to create the domain if no program has opened it
     * @param exclusive whether to fail if a program has opened it
     * @return whether the domain is open
     */
    public boolean open(XrcDomainFile domain, boolean create, boolean exclusive) {
        AtomicBoolean opened = new AtomicBoolean();
        xrcDomains.compute(domain, (file, programs) -> {
            opened.set(programs == null ? create : !exclusive);
            return !opened.get() ? programs : programs == null ? Integer.valueOf(1) : Integer.valueOf(programs + 1);
        });
        return opened.get();
    }

    /** Counts a program that has closed the domain of a file. The last one ends it. */
    public void close(XrcDomainFile domain) {
        xrcDomains.computeIfPresent(domain, (file, programs) -> programs == 1 ? null : programs - 1);
    }

    /**
     * Opens the receiving end of an extended connection for another program; returns null if the domain has none with this number. {@link
     * #destroyQueuePair} destroys it after the last program has closed it.
     */
    public @Nullable SimulatedQueuePair openQueuePair(XrcDomainFile domain, int number) {
        SimulatedQueuePair pair = queuePairs.find(number);
        return pair != null && domain.equals(pair.plan().xrcDomain()) && pair.open() ? pair : null;
    }

    /** Destroys a queue pair; its connection and its multicast attachments end. */
    public void destroyQueuePair(long number) {
        if (!queuePairs.get(number).isLastClosed()) {
            return;
        }
        SimulatedQueuePair pair = queuePairs.remove(number);
        groups.values().forEach(members -> members.remove(pair));
        groups.values().removeIf(List::isEmpty);
        pair.destroy();
    }

    /** Adds a flow steering rule, whose port must exist. */
    public synchronized void steer(SteeringRule<SimulatedQueuePair> rule) {
        rules.add(rule);
        network().frames.add(port(rule.port()), this);
    }

    /** Removes a flow steering rule. */
    public synchronized void unsteer(SteeringRule<SimulatedQueuePair> rule) {
        rule.end();
        if (rules.remove(rule)) {
            network().frames.remove(port(rule.port()));
        }
    }

    void receiveFrame(byte[] frame, int port) {
        FrameHeaders headers = FrameHeaders.of(frame);
        for (SteeringRule<SimulatedQueuePair> rule : rules.select(headers, port)) {
            rule.target().responder.receiveFrame(frame, rule.tag(), port);
        }
    }

    /** Returns the number of queue pairs. */
    public int queuePairCount() {
        return queuePairs.size();
    }

    /** Attaches a queue pair to a multicast group (IBA 10.5); has no effect if it is attached already. */
    public void attach(Gid group, SimulatedQueuePair pair) {
        groups.compute(group, (gid, known) -> {
            List<SimulatedQueuePair> members = known == null ? new CopyOnWriteArrayList<>() : known;
            if (!members.contains(pair)) {
                members.add(pair);
            }
            return members;
        });
    }

    /** Detaches a queue pair from a multicast group; returns false if it was not attached. */
    public boolean detach(Gid group, SimulatedQueuePair pair) {
        List<SimulatedQueuePair> members = groups.get(group);
        boolean found = members != null && members.remove(pair);
        groups.computeIfPresent(group, (gid, known) -> known.isEmpty() ? null : known);
        return found;
    }

    Acknowledgement receive(TransportMessage message, int port) {
        SimulatedQueuePair receiver = queuePairs.find(message.destinationQueuePair);
        if (message.scalable) {
            return receiver == null || !receiver.plan().isScalable()
                    ? Acknowledgement.UNKNOWN_QUEUE_PAIR
                    : receiver.responder.receiveScalable(message, port);
        }
        return receiver == null ? Acknowledgement.NOTHING : receiver.responder.receive(message, port);
    }

    void receiveDatagram(TransportMessage message, int port, int lid) {
        if (!PacketTransport.isMulticast(lid)) {
            SimulatedQueuePair receiver = queuePairs.find(message.destinationQueuePair);
            if (receiver != null) {
                receiver.responder.receiveDatagram(message, port, lid);
            }
            return;
        }
        List<SimulatedQueuePair> members = groups.get(message.destinationGid);
        if (members != null) {
            for (SimulatedQueuePair member : members) {
                member.responder.receiveDatagram(message, port, lid);
            }
        }
    }

    /**
     * Delivers a MAD to the queue pair of a program; returns false if there is no such queue pair. The delivery is left to the
     * engine, because the lock of the receive queue must not be taken under the lock of the timeline.
     */
    private boolean receive(MadPacket packet, FabricPort port) {
        SimulatedQueuePair receiver = queuePairs.find(packet.destinationQueuePair());
        if (receiver == null) {
            return false;
        }
        TransportMessage message = message(packet, port, receiver);
        int lid = packet.destinationLid();
        DataNetwork network = network();
        Runnable receive = () -> receiver.responder.receiveDatagram(message, port.number(), lid);
        long delay = network.faults.isQuiet() ? 0 : network.faults.delayNanos();
        if (delay == 0) {
            network.engine.soon(receive);
        } else {
            network.engine.at(network.timeline().nanoTime() + delay, receive);
        }
        return true;
    }

    private TransportMessage message(MadPacket packet, FabricPort port, SimulatedQueuePair receiver) {
        byte[] mad = new byte[MadPacket.LENGTH];
        packet.copyTo(mad);
        ScatterGatherList bytes = new ScatterGatherList(keys(), receiver.plan().domain(), receiver.number(), 1);
        bytes.add(ByteBuffer.wrap(mad), 0, mad.length);
        TransportMessage message = new TransportMessage(bytes);
        message.sourceQueuePair = packet.sourceQueuePair();
        message.destinationQueuePair = packet.destinationQueuePair();
        message.queueKey = (int) packet.queueKey();
        message.partitionKey = packet.pKey();
        message.sourceLid = packet.sourceLid();
        message.serviceLevel = packet.serviceLevel();
        Gid source = packet.sourceGid();
        if (source != null) {
            message.global = true;
            message.sourceGid = source;
            message.destinationGid = new Gid(port.info().gidPrefix(), port.guids()[0]);
            message.flowLabel = packet.flowLabel();
            message.hopLimit = packet.hopLimit();
            message.trafficClass = packet.trafficClass();
        }
        return message;
    }

    /** Returns the fabric to which this adapter is connected. */
    public DataNetwork network() {
        return network;
    }

    /** Returns the node of this adapter. */
    public FabricNode node() {
        return node;
    }

    /** Returns a port of this adapter, which must exist. */
    public FabricPort port(int number) {
        return Objects.requireNonNull(node.port(number));
    }

    /** Returns the memory regions and windows of this adapter. */
    public KeyTable keys() {
        return keys;
    }

    /** Returns the number of memory regions and windows. */
    public int keyCount() {
        return keys.size();
    }

    /** Returns the address handles of this adapter. */
    public NumberTable<SimulatedAddressHandle> addressHandles() {
        return addressHandles;
    }

    /** Returns the shared receive queues of this adapter. */
    public NumberTable<SimulatedSharedReceiveQueue> sharedReceiveQueues() {
        return sharedReceiveQueues;
    }

    /** Returns the number of requests that queue pairs of this adapter have sent again. */
    public long retries() {
        return retries.get();
    }

    void countRetry() {
        retries.incrementAndGet();
    }
}
