package io.verbena.embedded;

import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agents of one program at a port. A datagram takes its whole way, and the answer of a node the way back, when it is
 * sent; only what arrives here knows of time. Used under the lock of the timeline.
 */
abstract class Endpoint {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LOWER_HALF = 0xffffffffL;
    private static final int RESPONSE = 0x80;
    private static final int TRANSACTION =
            MadHeader.LAYOUT.field("transactionId").bit() / Byte.SIZE;
    // The ID of an agent: the number of its endpoint, and its own.
    private static final int AGENT_BITS = 12;

    private final Fabric fabric;
    private final Port port;
    private final int id;
    private final Map<Integer, MadRegistration> agents = new HashMap<>();
    private final Map<Long, Arrival> unanswered = new HashMap<>();
    private final ArrayDeque<Arrival> spare = new ArrayDeque<>();
    private int nextAgent;

    // The request that is being sent, and what its sender called it.
    private long asked;
    private long askedAs;
    private long askedUntil;
    private boolean answered;

    // Most of what arrives comes from where the last came from: along a directed route, or segment by segment.
    private MadAddress lastSource = MadAddress.DIRECTED;

    Endpoint(Fabric fabric, Port port) {
        this.fabric = fabric;
        this.port = port;
        this.id = fabric.timeline().get(fabric::nextEndpoint) << AGENT_BITS;
    }

    /** Whether it takes only what no other program of the host wants. */
    boolean standsIn() {
        return false;
    }

    /** Whether it writes the whole transaction ID of what it sends by this method itself. */
    boolean keepsTransactionId(int method) {
        return false;
    }

    /** What has arrived is handed on. */
    abstract void arrived(Arrival arrival);

    final Port port() {
        return port;
    }

    final Timeline timeline() {
        return fabric.timeline();
    }

    final int add(MadRegistration registration) {
        if (nextAgent >>> AGENT_BITS != 0) {
            throw new RdmaException("a channel has no more than " + nextAgent + " agents in its life; open another");
        }
        PortAgents.at(port).add(id | nextAgent, this, nextAgent, registration);
        agents.put(nextAgent, registration);
        return nextAgent++;
    }

    final void remove(int agent) {
        PortAgents.at(port).remove(id | agent);
        agents.remove(agent);
    }

    final void removeAll() {
        agents.keySet().forEach(agent -> PortAgents.at(port).remove(id | agent));
        agents.clear();
        unanswered.values().forEach(Arrival::cancel);
        unanswered.clear();
    }

    final void transmit(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        MadRegistration registration = agents.get(agent);
        if (registration == null) {
            throw new RdmaException("there is no agent " + agent + " on " + port + "; register a class first");
        }
        if (mad.remaining() != Packet.LENGTH) {
            throw new RdmaException("a datagram has " + Packet.LENGTH + " bytes, not " + mad.remaining());
        }
        Packet packet = fabric.transport().packet();
        packet.load(mad);
        long original = packet.header().transactionId();
        long transaction = original;
        int method = packet.header().methodBits();
        if ((method & RESPONSE) == 0 && method != MadMethod.TRAP_REPRESS.code() && !keepsTransactionId(method)) {
            transaction = ((long) (id | agent) << Integer.SIZE) | (original & LOWER_HALF);
            packet.header().transactionId(transaction);
        }
        long timeout = timeoutMillis * NANOS_PER_MILLI;
        asked = transaction;
        askedAs = original;
        askedUntil = timeout <= 0 ? 0 : timeline().nanoTime() + timeout;
        answered = timeout <= 0;
        if (packet.header().managementClassBits() == registration.managementClass() && address(packet, destination)) {
            fabric.transport().send(packet, port);
        }
        fabric.transport().release(packet);
        asked = -1;
        if (!answered) {
            Arrival late = arrival().as(agent, Errno.ETIMEDOUT, destination, transaction);
            mad.get(mad.position(), late.bytes());
            unanswered.put(transaction, late);
            timeline().at(askedUntil, late);
        }
    }

    /** Writes the headers; false where the port has not what they need. */
    private boolean address(Packet packet, MadAddress destination) {
        int bits = destination.pathBits() & (1 << port.lmc()) - 1;
        packet.local(port.lid() | bits, destination.lid(), destination.serviceLevel());
        if (destination.queuePair() == 0) {
            packet.transport(0, 0, 0, 0);
            return true;
        }
        int key = port.keys().get(destination.pKeyIndex());
        packet.transport(1, destination.queuePair(), destination.queueKey(), key);
        GlobalRoute route = destination.route();
        if (route != null) {
            packet.global(gid(route.gidIndex()), route.flowLabel(), route.hopLimit(), route.trafficClass());
        }
        return key != 0 && port.lid() != 0;
    }

    private Gid gid(int index) {
        long[] guids = port.guids();
        return new Gid(port.info().gidPrefix(), guids[Math.floorMod(index, guids.length)]);
    }

    /** Takes a datagram that is for one of the agents. */
    final void take(Packet packet, int agent, boolean answer) {
        long delay = fabric.faults().delayNanos();
        long due = timeline().nanoTime() + delay;
        long transaction = packet.header().transactionId();
        if (answer) {
            Arrival late = transaction == asked || unanswered.isEmpty() ? null : unanswered.get(transaction);
            packet.header().transactionId(original(transaction, late));
            if (!isInTime(transaction, late, due)) {
                return;
            }
        }
        Arrival arrival = arrival().as(agent, 0, source(packet), transaction);
        packet.copyTo(arrival.bytes());
        if (delay == 0 && handsOnAtOnce()) {
            arrived(arrival);
        } else {
            timeline().at(due, arrival);
        }
    }

    /** What the sender of a request called it; of one that is done with, as it called the last one. */
    private long original(long transaction, @Nullable Arrival late) {
        long upper = late != null ? late.mad().getLong(TRANSACTION) : askedAs;
        return (upper & ~LOWER_HALF) | (transaction & LOWER_HALF);
    }

    /** Whether what has arrived only joins a queue, so that it need not be an event of its own. */
    abstract boolean handsOnAtOnce();

    /** What comes after its request was given back is dropped; what nobody gives back, such as a later segment, is not. */
    private boolean isInTime(long transaction, @Nullable Arrival late, long due) {
        if (transaction == asked) {
            boolean inTime = askedUntil == 0 || due - askedUntil < 0;
            answered |= inTime;
            return inTime;
        }
        if (late == null) {
            return true;
        }
        if (due - late.due() >= 0) {
            return false;
        }
        late.cancel();
        unanswered.remove(transaction);
        return true;
    }

    private MadAddress source(Packet packet) {
        int bits = packet.destinationLid() & (1 << port.lmc()) - 1;
        int keyIndex = packet.isSubnetManagement() ? 0 : Math.max(0, port.keys().match(packet.pKey()));
        if (!isFrom(lastSource, packet, bits, keyIndex)) {
            lastSource = new MadAddress(
                    packet.sourceLid(),
                    packet.sourceQueuePair(),
                    packet.queueKey(),
                    packet.serviceLevel(),
                    bits,
                    keyIndex,
                    route(packet));
        }
        return lastSource;
    }

    private static boolean isFrom(MadAddress source, Packet packet, int bits, int keyIndex) {
        return source.route() == null
                && packet.sourceGid() == null
                && source.lid() == packet.sourceLid()
                && source.queuePair() == packet.sourceQueuePair()
                && source.queueKey() == packet.queueKey()
                && source.serviceLevel() == packet.serviceLevel()
                && source.pathBits() == bits
                && source.pKeyIndex() == keyIndex;
    }

    private static @Nullable GlobalRoute route(Packet packet) {
        Gid gid = packet.sourceGid();
        return gid == null
                ? null
                : new GlobalRoute(gid, 0, packet.flowLabel(), packet.hopLimit(), packet.trafficClass());
    }

    private Arrival arrival() {
        Arrival arrival = spare.poll();
        return arrival == null ? new Arrival(this) : arrival;
    }

    /** Hands on what has arrived, or is given back. */
    final void happened(Arrival arrival) {
        if (arrival.status() != 0) {
            unanswered.remove(arrival.transaction());
        }
        arrived(arrival);
    }

    final void recycle(Arrival arrival) {
        spare.push(arrival);
    }
}
