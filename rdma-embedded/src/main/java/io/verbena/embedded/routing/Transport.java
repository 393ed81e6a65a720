package io.verbena.embedded.routing;

import io.verbena.embedded.node.Counters;
import io.verbena.embedded.node.Listener;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Takes datagrams to their end, and the answers of the nodes back, at once: only whoever receives them knows of time. Used
 * under the lock of the timeline.
 */
public final class Transport {
    /** The first queue pair at which a port answers for another node. */
    public static final int FIRST_REDIRECT_QUEUE_PAIR = 0x100;

    private static final int RESPONSE = 0x80;

    private final LidRouting byLid = new LidRouting();
    private final DirectedRouting directed = new DirectedRouting(byLid);
    private final MulticastRouting multicast = new MulticastRouting();
    private final Faults faults;
    private final ArrayDeque<Packet> spare = new ArrayDeque<>();
    private @Nullable Responder responder;
    private final AtomicInteger revision = new AtomicInteger();

    /** Makes it. */
    public Transport(Faults faults) {
        this.faults = faults;
    }

    /** Says who answers for the nodes. */
    public void responder(Responder answering) {
        responder = answering;
    }

    /** A packet of zeros, to be {@linkplain #release released}. */
    public Packet packet() {
        Packet packet = spare.poll();
        if (packet == null) {
            return new Packet();
        }
        packet.clear();
        return packet;
    }

    /** Gives a packet back. */
    public void release(Packet packet) {
        spare.push(packet);
    }

    /**
     * Sends a packet, whose bytes mean nothing any more afterwards.
     *
     * @param from where it is sent from: the port of a channel adapter, or any port of a switch
     */
    public void send(Packet packet, Port from) {
        if (from.node().isSilent()) {
            return;
        }
        if (packet.isSubnetManagement()) {
            arrive(packet, subnetManagement(packet, from));
        } else if (isMulticast(packet.destinationLid())) {
            multicast.deliver(packet, from, to -> arriveCopy(packet, to));
        } else {
            arrive(packet, byLid.deliver(packet, from, packet.destinationLid()));
        }
    }

    /** What was found by a walk through the fabric may hold no more: a link, a table or a key is another. */
    public void changed() {
        revision.incrementAndGet();
    }

    /** Grows by {@link #changed}. */
    public int revision() {
        return revision.get();
    }

    /**
     * Where a packet would end, with nothing lost by chance; the port at which it leaves the last link.
     *
     * @param from the port of a channel adapter
     */
    public @Nullable Port find(Packet packet, Port from) {
        if (from.node().isSilent() || !from.isActive()) {
            return null;
        }
        Port end = byLid.deliver(packet, from, packet.destinationLid());
        return end == null || end.node().isSilent() ? null : end;
    }

    /** The ports of a multicast group that a packet would come to. */
    public List<Port> findAll(Packet packet, Port from) {
        List<Port> ends = new ArrayList<>();
        if (!from.node().isSilent() && from.isActive()) {
            multicast.deliver(packet, from, ends::add);
            ends.removeIf(end -> end.node().isSilent());
        }
        return ends;
    }

    /** Whether a LID is that of a multicast group. */
    public static boolean isMulticast(int lid) {
        return lid >= Lid.FIRST_MULTICAST.bits() && lid != Lid.PERMISSIVE.bits();
    }

    private @Nullable Port subnetManagement(Packet packet, Port from) {
        int managementClass = packet.header().managementClassBits();
        if (managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code()) {
            return isResponse(packet) ? directed.answer(packet, from) : directed.request(packet, from);
        }
        return managementClass == ManagementClass.SUBNET_LID_ROUTED.code()
                ? byLid.deliver(packet, from, packet.destinationLid())
                : null;
    }

    private static boolean isResponse(Packet packet) {
        return (packet.header().methodBits() & RESPONSE) != 0;
    }

    private void arrive(Packet packet, @Nullable Port end) {
        if (end == null || end.node().isSilent() || faults.loses()) {
            return;
        }
        if (faults.duplicates()) {
            takeCopy(packet, end);
        }
        take(packet, end);
    }

    private void arriveCopy(Packet packet, Port end) {
        Packet copy = packet();
        copy.load(packet);
        arrive(copy, end);
        release(copy);
    }

    private void takeCopy(Packet packet, Port end) {
        Packet copy = packet();
        copy.load(packet);
        take(copy, end);
        release(copy);
    }

    private void take(Packet packet, Port end) {
        Listener programs = end.queuePairs();
        if (packet.destinationQueuePair() > 1 && programs != null && programs.take(packet)) {
            return;
        }
        if (!isAdmitted(packet, end)) {
            return;
        }
        Responder answering = responder;
        Node asked = asked(packet, end);
        if (asked == null || answering == null) {
            end.counters().add(Counters.QP1_DROPPED, 1);
            return;
        }
        if (isResponse(packet)) {
            handOn(packet, end);
            return;
        }
        switch (answering.answer(asked, packet, end)) {
            case ANSWERED -> {
                if (packet.isSubnetManagement()) {
                    changed();
                }
                sendBack(packet, end);
            }
            case DROPPED -> {}
            case NOT_MINE -> {
                if (!handOn(packet, end) && isRefused(packet, end)) {
                    answering.refuse(packet);
                    sendBack(packet, end);
                }
            }
        }
    }

    /** The node whose agents sit behind a queue pair; null where there are none. */
    private static @Nullable Node asked(Packet packet, Port end) {
        int queuePair = packet.destinationQueuePair();
        if (queuePair <= 1) {
            return end.node();
        }
        List<Node> clients = end.clients();
        int client = queuePair - FIRST_REDIRECT_QUEUE_PAIR;
        return client < 0 || client >= clients.size() ? null : clients.get(client);
    }

    private boolean isAdmitted(Packet packet, Port end) {
        if (packet.isSubnetManagement()) {
            return true;
        }
        Port keeper = end.node().managed(end);
        boolean rightQueueKey = packet.queueKey() == MadAddress.GSI_QUEUE_KEY;
        if (keeper.admits(packet.pKey()) && rightQueueKey) {
            return true;
        }
        end.counters().add(Counters.QP1_DROPPED, 1);
        if (responder != null) {
            responder.badKey(packet, keeper, !rightQueueKey);
        }
        return false;
    }

    private static boolean handOn(Packet packet, Port end) {
        Listener listener = end.listener();
        return listener != null && listener.take(packet);
    }

    /** A host refuses what none of its programs wants (as Linux does); the firmware of a switch says nothing. */
    private static boolean isRefused(Packet packet, Port end) {
        MadMethod method = packet.header().method();
        return !end.node().forwards()
                && !isMulticast(packet.destinationLid())
                && (method == MadMethod.GET || method == MadMethod.SET);
    }

    private void sendBack(Packet packet, Port end) {
        packet.turn();
        send(packet, end);
    }
}
