package io.verbena.embedded.routing;

import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
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
 * Delivers packets and the responses of nodes within the sending call; delays are up to the receiver. Must be used
 * under the lock of the timeline.
 */
public final class PacketTransport {
    /** The first queue pair at which a port answers for another node. */
    public static final int FIRST_REDIRECT_QUEUE_PAIR = 0x100;

    private static final int RESPONSE = 0x80;

    private final LidRouting byLid = new LidRouting();
    private final DirectedRouting directed = new DirectedRouting(byLid);
    private final Faults faults;
    private final ArrayDeque<MadPacket> spare = new ArrayDeque<>();
    private @Nullable NodeResponder responder;
    private final AtomicInteger revision = new AtomicInteger();

    /** Creates the transport of a fabric. */
    public PacketTransport(Faults faults) {
        this.faults = faults;
    }

    /** Sets the responder of the nodes. */
    public void responder(NodeResponder answering) {
        responder = answering;
    }

    /** Returns a packet of zeros, which the caller must {@linkplain #release release}. */
    public MadPacket packet() {
        MadPacket packet = spare.poll();
        if (packet == null) {
            return new MadPacket();
        }
        packet.clear();
        return packet;
    }

    /** Returns a packet to the pool. */
    public void release(MadPacket packet) {
        spare.push(packet);
    }

    /**
     * Sends a packet. Its content is undefined afterwards.
     *
     * @param from the sending port: the port of a channel adapter, or any port of a switch
     */
    public void send(MadPacket packet, FabricPort from) {
        if (from.node().isSilent()) {
            return;
        }
        if (packet.isSubnetManagement()) {
            arrive(packet, subnetManagement(packet, from));
        } else if (isMulticast(packet.destinationLid())) {
            byLid.multicast(packet, from, null, to -> arriveCopy(packet, to));
        } else {
            arrive(packet, byLid.deliver(packet, from, packet.destinationLid(), null));
        }
    }

    /** Increments the revision, because a link, a table or a key has changed and routes may be out of date. */
    public void changed() {
        revision.incrementAndGet();
    }

    /** Returns the revision of the fabric, which {@link #changed} increments. */
    public int revision() {
        return revision.get();
    }

    /**
     * Returns the port at which a packet would arrive, leaving out random faults; null if it would be lost.
     *
     * @param from the port of a channel adapter
     * @param trail receives the ports by which the packet leaves nodes
     */
    public @Nullable FabricPort find(MadPacket packet, FabricPort from, List<FabricPort> trail) {
        if (from.node().isSilent() || !from.isActive()) {
            return null;
        }
        FabricPort end = byLid.deliver(packet, from, packet.destinationLid(), trail);
        return end == null || end.node().isSilent() ? null : end;
    }

    /**
     * Returns the ports at which a multicast packet would arrive.
     *
     * @param trail receives the ports by which the packet leaves nodes
     */
    public List<FabricPort> findAll(MadPacket packet, FabricPort from, List<FabricPort> trail) {
        List<FabricPort> ends = new ArrayList<>();
        if (!from.node().isSilent() && from.isActive()) {
            byLid.multicast(packet, from, trail, ends::add);
            ends.removeIf(end -> end.node().isSilent());
        }
        return ends;
    }

    /** Returns whether a LID is a multicast LID. */
    public static boolean isMulticast(int lid) {
        return lid >= Lid.FIRST_MULTICAST.bits() && lid != Lid.PERMISSIVE.bits();
    }

    private @Nullable FabricPort subnetManagement(MadPacket packet, FabricPort from) {
        int managementClass = packet.header().managementClassBits();
        if (managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code()) {
            return isResponse(packet) ? directed.answer(packet, from) : directed.request(packet, from);
        }
        return managementClass == ManagementClass.SUBNET_LID_ROUTED.code()
                ? byLid.deliver(packet, from, packet.destinationLid(), null)
                : null;
    }

    private static boolean isResponse(MadPacket packet) {
        return (packet.header().methodBits() & RESPONSE) != 0;
    }

    private void arrive(MadPacket packet, @Nullable FabricPort end) {
        if (end == null || end.node().isSilent() || faults.loses()) {
            return;
        }
        if (faults.duplicates()) {
            takeCopy(packet, end);
        }
        take(packet, end);
    }

    private void arriveCopy(MadPacket packet, FabricPort end) {
        MadPacket copy = packet();
        copy.load(packet);
        arrive(copy, end);
        release(copy);
    }

    private void takeCopy(MadPacket packet, FabricPort end) {
        MadPacket copy = packet();
        copy.load(packet);
        take(copy, end);
        release(copy);
    }

    private void take(MadPacket packet, FabricPort end) {
        FabricPort.Listener programs = end.queuePairs();
        if (packet.destinationQueuePair() > 1 && programs != null && programs.take(packet)) {
            return;
        }
        if (!isAdmitted(packet, end)) {
            return;
        }
        NodeResponder answering = responder;
        FabricNode asked = asked(packet, end);
        if (asked == null || answering == null) {
            end.counters().add(CounterSet.QP1_DROPPED, 1);
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

    /** Returns the node whose agents answer at the destination queue pair; null if there is none. */
    private static @Nullable FabricNode asked(MadPacket packet, FabricPort end) {
        int queuePair = packet.destinationQueuePair();
        if (queuePair <= 1) {
            return end.node();
        }
        List<FabricNode> clients = end.clients();
        int client = queuePair - FIRST_REDIRECT_QUEUE_PAIR;
        return client < 0 || client >= clients.size() ? null : clients.get(client);
    }

    private boolean isAdmitted(MadPacket packet, FabricPort end) {
        if (packet.isSubnetManagement()) {
            return true;
        }
        FabricPort keeper = end.node().managed(end);
        boolean rightQueueKey = packet.queueKey() == MadAddress.GSI_QUEUE_KEY;
        if (keeper.admits(packet.pKey()) && rightQueueKey) {
            return true;
        }
        end.counters().add(CounterSet.QP1_DROPPED, 1);
        if (responder != null) {
            responder.badKey(packet, keeper, !rightQueueKey);
        }
        return false;
    }

    private static boolean handOn(MadPacket packet, FabricPort end) {
        FabricPort.Listener listener = end.node().managed(end).listener();
        return listener != null && listener.take(packet);
    }

    /**
     * Returns whether an unwanted request is refused. Hosts refuse it, as Linux does; the firmware of a switch drops
     * it.
     */
    private static boolean isRefused(MadPacket packet, FabricPort end) {
        MadMethod method = packet.header().method();
        return !end.node().forwards()
                && !isMulticast(packet.destinationLid())
                && (method == MadMethod.GET || method == MadMethod.SET);
    }

    private void sendBack(MadPacket packet, FabricPort end) {
        packet.turn();
        send(packet, end);
    }

    /** Answers requests as the hardware and firmware of a node do. The response replaces the request in the packet. */
    public interface NodeResponder {
        /** The result of a request. */
        enum Verdict {
            /** The packet contains the response. */
            ANSWERED,
            /** The request is dropped. */
            DROPPED,
            /** The request is left to the programs of the host. */
            NOT_MINE
        }

        /**
         * Answers a request.
         *
         * @param node the node to which the request is addressed
         * @param arrival the port at which the request arrived, which belongs to another node if that answers for
         *     this one
         */
        Verdict answer(FabricNode node, MadPacket packet, FabricPort arrival);

        /** Turns a request that no program wants into a refusal. */
        void refuse(MadPacket packet);

        /**
         * Reports that a packet was dropped because of its partition key or Q_Key.
         *
         * @param queueKey whether the reason is the Q_Key
         */
        void badKey(MadPacket packet, FabricPort arrival, boolean queueKey);
    }
}
