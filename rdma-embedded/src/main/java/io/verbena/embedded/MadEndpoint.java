package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agents of one program at a port. Sending a datagram takes it through the fabric, and takes the response of a node back,
 * before the call returns; only the receiver delays what arrives. Must be used under the lock of the timeline.
 */
abstract class MadEndpoint {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LOWER_HALF = 0xffffffffL;
    private static final int RESPONSE = 0x80;
    // The ID of an agent consists of the number of its endpoint and its number within the endpoint.
    private static final int AGENT_BITS = 12;

    private final Fabric fabric;
    private final FabricPort port;
    private final int id;
    private final Map<Integer, MadRegistration> agents = new HashMap<>();
    private final Map<Long, Arrival> unanswered = new HashMap<>();
    private final ArrayDeque<Arrival> spare = new ArrayDeque<>();
    private int nextAgent;

    /** The upper half of the transaction ID that the program gave its last request; programs use one value for all. */
    private long upperHalf;

    // Most datagrams come from the source of the previous one: along directed routes, or as segments of one message.
    private MadAddress lastSource = MadAddress.DIRECTED;

    MadEndpoint(Fabric fabric, FabricPort port) {
        this.fabric = fabric;
        this.port = port;
        this.id = fabric.timeline.get(fabric::nextEndpoint) << AGENT_BITS;
    }

    /** A datagram for this endpoint that is due, or a request that awaits its response. Objects are reused. */
    static final class Arrival extends Event {
        private final MadEndpoint endpoint;
        private final byte[] bytes = new byte[MadPacket.LENGTH];
        final ByteBuffer mad = ByteBuffer.wrap(bytes);
        MadAddress address = MadAddress.DIRECTED;
        private long transaction;
        private long upperHalf;
        private long deadline;
        private boolean awaited;
        private boolean scheduled;
        int agent;

        /** 0 for a datagram, or the errno of a request that is returned to its sender. */
        int status;

        private Arrival(MadEndpoint endpoint) {
            this.endpoint = endpoint;
        }

        private Arrival set(int forAgent, int errno, MadAddress source, long transactionId) {
            agent = forAgent;
            status = errno;
            address = source;
            transaction = transactionId;
            awaited = false;
            scheduled = false;
            mad.clear();
            return this;
        }

        /** Delivers the datagram, or returns the request to its sender because its timeout has expired. */
        @Override
        protected void happen() {
            if (status != 0) {
                endpoint.unanswered.remove(transaction);
            }
            endpoint.arrived(this);
        }
    }

    /** Returns whether the program receives only what no other program of the host wants. */
    boolean isFallback() {
        return false;
    }

    /** Returns whether the program assigns the whole transaction ID of datagrams that it sends with a method. */
    boolean keepsTransactionId(int method) {
        return false;
    }

    /** Returns whether {@link #arrived} only queues datagrams, so that it may be called while the sender is sending. */
    abstract boolean queues();

    abstract void arrived(Arrival arrival);

    final FabricPort port() {
        return port;
    }

    final Timeline timeline() {
        return fabric.timeline;
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

    /** Returns the number of requests that have been sent with a timeout and have not ended. */
    final int unanswered() {
        return unanswered.size();
    }

    final void transmit(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        MadRegistration registration = agents.get(agent);
        if (registration == null) {
            throw new RdmaException("there is no agent " + agent + " on " + port + "; register a class first");
        }
        if (mad.remaining() != MadPacket.LENGTH) {
            throw new RdmaException("a datagram has " + MadPacket.LENGTH + " bytes, not " + mad.remaining());
        }
        MadPacket packet = fabric.transport.packet();
        packet.load(mad);
        Arrival request = request(agent, destination, packet.header(), timeoutMillis * NANOS_PER_MILLI);
        packet.request(request);
        if (packet.header().managementClassBits() == registration.managementClass() && address(packet, destination)) {
            fabric.transport.send(packet, port);
        }
        fabric.transport.release(packet);
        if (request.awaited) {
            mad.get(mad.position(), request.bytes);
            request.scheduled = true;
            unanswered.put(request.transaction, request);
            timeline().at(request.deadline, request);
        } else {
            recycle(request);
        }
    }

    /** Assigns the transaction ID by which the response finds its agent, and records the one that the program gave. */
    private Arrival request(int agent, MadAddress destination, MadHeader header, long timeoutNanos) {
        long original = header.transactionId();
        long transaction = original;
        int method = header.methodBits();
        if ((method & RESPONSE) == 0 && method != MadMethod.TRAP_REPRESS.code() && !keepsTransactionId(method)) {
            transaction = ((long) (id | agent) << Integer.SIZE) | (original & LOWER_HALF);
            header.transactionId(transaction);
        }
        upperHalf = original & ~LOWER_HALF;
        Arrival request = arrival().set(agent, Errno.ETIMEDOUT, destination, transaction);
        request.upperHalf = upperHalf;
        request.awaited = timeoutNanos > 0;
        request.deadline = request.awaited ? timeline().nanoTime() + timeoutNanos : 0;
        return request;
    }

    /** Writes the headers; returns false if the port lacks an address or a partition key for them. */
    private boolean address(MadPacket packet, MadAddress destination) {
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

    final void receive(MadPacket packet, int agent, boolean response) {
        long delay = fabric.faults.delayNanos();
        long due = timeline().nanoTime() + delay;
        long transaction = packet.header().transactionId();
        if (response) {
            Arrival request = requestOf(packet, transaction);
            long upper = request == null ? upperHalf : request.upperHalf;
            packet.header().transactionId(upper | (transaction & LOWER_HALF));
            if (request != null && !answers(request, due)) {
                return;
            }
        }
        Arrival arrival = arrival().set(agent, 0, source(packet), transaction);
        packet.copyTo(arrival.bytes);
        if (delay == 0 && queues()) {
            arrived(arrival);
        } else {
            timeline().at(due, arrival);
        }
    }

    /** Returns the request to which a response belongs; null for a further segment, or if the request has ended. */
    private @Nullable Arrival requestOf(MadPacket packet, long transaction) {
        if (packet.request() instanceof Arrival request
                && request.endpoint == this
                && request.transaction == transaction) {
            return request;
        }
        return unanswered.isEmpty() ? null : unanswered.get(transaction);
    }

    /** Ends the wait for a response, and returns whether the response arrives before the deadline of the request. */
    private boolean answers(Arrival request, long due) {
        if (request.deadline != 0 && due - request.deadline >= 0) {
            return false;
        }
        request.awaited = false;
        if (request.scheduled) {
            unanswered.remove(request.transaction);
            request.cancel();
        }
        return true;
    }

    private MadAddress source(MadPacket packet) {
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

    private static boolean isFrom(MadAddress source, MadPacket packet, int bits, int keyIndex) {
        return source.route() == null
                && packet.sourceGid() == null
                && source.lid() == packet.sourceLid()
                && source.queuePair() == packet.sourceQueuePair()
                && source.queueKey() == packet.queueKey()
                && source.serviceLevel() == packet.serviceLevel()
                && source.pathBits() == bits
                && source.pKeyIndex() == keyIndex;
    }

    private static @Nullable GlobalRoute route(MadPacket packet) {
        Gid gid = packet.sourceGid();
        return gid == null
                ? null
                : new GlobalRoute(gid, 0, packet.flowLabel(), packet.hopLimit(), packet.trafficClass());
    }

    private Arrival arrival() {
        Arrival arrival = spare.poll();
        return arrival == null ? new Arrival(this) : arrival;
    }

    final void recycle(Arrival arrival) {
        spare.push(arrival);
    }

    /**
     * The agents of all programs at a port. As in a kernel, a response is passed to the agent that sent the request,
     * identified by the upper half of the transaction ID, and a request to the agent that registered for its class, vendor
     * and method.
     */
    private static final class PortAgents implements FabricPort.Listener {
        private static final int FIRST_OUI_CLASS = 0x30;
        private static final int LAST_OUI_CLASS = 0x4f;

        private record Agent(int id, MadEndpoint owner, int number, MadRegistration registration) {
            boolean wants(MadPacket packet) {
                int managementClass = packet.header().managementClassBits();
                return registration.managementClass() == managementClass
                        && registration.classVersion() == packet.header().classVersion()
                        && registration.methods().contains(packet.header().methodBits())
                        && (managementClass < FIRST_OUI_CLASS
                                || managementClass > LAST_OUI_CLASS
                                || registration.oui()
                                        == packet.at(0, VendorOuiMad.LAYOUT).oui());
            }
        }

        // A port has few agents, and iterating over them by index does not allocate.
        private final List<Agent> agents = new ArrayList<>();

        static PortAgents at(FabricPort port) {
            FabricPort.Listener known = port.listener();
            if (known instanceof PortAgents agents) {
                return agents;
            }
            PortAgents agents = new PortAgents();
            port.listener(agents);
            return agents;
        }

        /**
         * Adds an agent.
         *
         * @param id the upper half of the transaction IDs of its requests
         * @throws RdmaException if another agent registered for the same requests
         */
        void add(int id, MadEndpoint owner, int number, MadRegistration registration) {
            if (!owner.isFallback()
                    && agents.stream()
                            .filter(other -> !other.owner.isFallback())
                            .anyMatch(other -> other.registration.collidesWith(registration))) {
                throw new RdmaException(String.format(
                        "another agent receives the requests of management class 0x%02x on %s; close it first",
                        registration.managementClass(), owner.port()));
            }
            agents.add(new Agent(id, owner, number, registration));
        }

        void remove(int id) {
            agents.removeIf(agent -> agent.id == id);
        }

        @Override
        public boolean take(MadPacket packet) {
            int method = packet.header().methodBits();
            boolean answer = (method & RESPONSE) != 0;
            // A TrapRepress is addressed to the node that sent the trap, which has no registered agent for it.
            Agent agent = answer || method == MadMethod.TRAP_REPRESS.code() ? asker(packet) : taker(packet);
            if (agent == null) {
                return false;
            }
            agent.owner.receive(packet, agent.number, answer);
            return true;
        }

        private @Nullable Agent asker(MadPacket packet) {
            int id = (int) (packet.header().transactionId() >>> Integer.SIZE);
            for (Agent agent : agents) {
                if (agent.id == id) {
                    return agent;
                }
            }
            return null;
        }

        private @Nullable Agent taker(MadPacket packet) {
            Agent fallback = null;
            for (Agent agent : agents) {
                if (agent.wants(packet)) {
                    if (!agent.owner.isFallback()) {
                        return agent;
                    }
                    fallback = agent;
                }
            }
            return fallback;
        }
    }
}
