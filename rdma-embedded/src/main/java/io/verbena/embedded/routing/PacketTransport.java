package io.verbena.embedded.routing;

import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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

    /**
     * Forwards directed route SMPs (IBA 14.2.2). A packet that violates a rule is dropped.
     *
     * <p>A route may have LID-routed parts: before the directed part if DrSLID is not permissive, and behind it if DrDLID
     * is not.
     */
    private record DirectedRouting(LidRouting lidRouting) {
        private static final int MAX_HOPS = 63;

        @Nullable FabricPort request(MadPacket packet, FabricPort from) {
            DirectedRouteSmp smp = packet.directed();
            if (smp.direction() != 0 || smp.hopCount() > MAX_HOPS) {
                return null;
            }
            FabricPort at = isPermissive(smp.drSlidBits())
                    ? from
                    : lidRouting.deliver(packet, from, packet.destinationLid(), null);
            while (at != null && !at.node().isSilent()) {
                int hop = smp.hopPointer();
                if (hop >= smp.hopCount()) {
                    smp.hopPointer(Math.min(hop + 1, smp.hopCount() + 1));
                    return hop <= smp.hopCount() + 1 ? last(packet, at) : null;
                }
                at = out(packet, at, smp.initialPath(hop + 1), hop == 0);
                if (at != null) {
                    smp.hopPointer(hop + 1).returnPath(hop + 1, at.number());
                }
            }
            return null;
        }

        /**
         * Forwards a request along the LID-routed part behind the directed part; its response returns to the start of that
         * part.
         */
        private @Nullable FabricPort last(MadPacket packet, FabricPort at) {
            int lid = packet.directed().drDlidBits();
            if (isPermissive(lid)) {
                return at;
            }
            packet.local(at.node().managed(at).lid(), lid, packet.serviceLevel());
            return lidRouting.deliver(packet, at, lid, null);
        }

        @Nullable FabricPort answer(MadPacket packet, FabricPort from) {
            DirectedRouteSmp smp = packet.directed().direction(1);
            if (smp.hopCount() > MAX_HOPS || smp.hopPointer() > smp.hopCount() + 1) {
                return null;
            }
            FabricPort at = isPermissive(smp.drDlidBits())
                    ? from
                    : lidRouting.deliver(packet, from, packet.destinationLid(), null);
            while (at != null && !at.node().isSilent()) {
                int hop = smp.hopPointer();
                if (hop <= 1) {
                    smp.hopPointer(0);
                    return isPermissive(smp.drSlidBits()) ? at : lidRouting.deliver(packet, at, smp.drSlidBits(), null);
                }
                smp.hopPointer(hop - 1);
                at = out(packet, at, smp.returnPath(hop - 1), hop == smp.hopCount() + 1);
            }
            return null;
        }

        /** Leaves a node: a switch by any port, an end node of the route by the port at which the packet is. */
        private static @Nullable FabricPort out(MadPacket packet, FabricPort at, int number, boolean end) {
            FabricNode node = at.node();
            boolean allowed = node.forwards() || (end && number == at.number());
            FabricPort port = allowed && number != 0 ? node.port(number) : null;
            return port == null ? null : port.cross(packet, null);
        }

        private static boolean isPermissive(int lid) {
            return lid == Lid.PERMISSIVE.bits();
        }
    }

    /** Forwards packets from switch to switch by their destination LID, as the forwarding tables define. */
    private static final class LidRouting {
        /** Longer than any path in a subnet. A packet that takes more hops is in a loop. */
        static final int MAX_HOPS = 64;

        /**
         * Forwards a unicast packet.
         *
         * @param from the current position: the port of a channel adapter, or any port of a switch
         * @param lid the destination, which for a directed route is not the LID in the header
         * @param trail receives the ports by which the packet leaves nodes, instead of counting the packet there; null
         *     to count
         * @return the port at which the packet arrives; null if it is lost
         */
        @Nullable FabricPort deliver(MadPacket packet, FabricPort from, int lid, @Nullable List<FabricPort> trail) {
            if (!from.node().forwards() && from.owns(lid)) {
                return from;
            }
            FabricPort at = from.node().forwards() ? from : leave(packet, 0, from, trail);
            for (int hop = 0; at != null && hop < MAX_HOPS; hop++) {
                if (!at.node().forwards()) {
                    return at.owns(lid) ? at : null;
                }
                FabricPort out = out(at.node(), lid);
                if (out == null) {
                    at.counters().discardedByLid();
                    return null;
                }
                if (out.isManagementPort()) {
                    return out.owns(lid) ? at : null;
                }
                at = leave(packet, at.number(), out, trail);
            }
            return null;
        }

        /**
         * Forwards a multicast packet.
         *
         * @param trail receives the ports by which the packet leaves nodes, instead of counting the packet there; null
         *     to count
         * @param to receives each port at which the packet arrives, except the one that sent it
         */
        void multicast(MadPacket packet, FabricPort from, @Nullable List<FabricPort> trail, Consumer<FabricPort> to) {
            FabricPort first = from.node().forwards() ? from : leave(packet, 0, from, trail);
            spread(packet, first, MAX_HOPS, trail, to);
        }

        private static void spread(
                MadPacket packet,
                @Nullable FabricPort at,
                int hops,
                @Nullable List<FabricPort> trail,
                Consumer<FabricPort> to) {
            if (at == null || hops == 0) {
                return;
            }
            if (!at.node().forwards()) {
                to.accept(at);
                return;
            }
            BitSet ports = at.node().multicast().ports(packet.destinationLid());
            if (ports.isEmpty()) {
                at.counters().discardedByLid();
            }
            for (int number = ports.nextSetBit(0); number >= 0; number = ports.nextSetBit(number + 1)) {
                FabricPort out = at.node().port(number);
                if (out != null && out != at && number == 0) {
                    to.accept(out);
                } else if (out != null && out != at) {
                    spread(packet, leave(packet, at.number(), out, trail), hops - 1, trail, to);
                }
            }
        }

        private static @Nullable FabricPort out(FabricNode node, int lid) {
            int number = lid > node.switchInfo().linearFdbTop()
                    ? LinearTable.NOWHERE
                    : node.linear().port(lid);
            return number == LinearTable.NOWHERE ? null : node.port(number);
        }

        /**
         * Sends a packet that arrived at port {@code in}, or originates in the node if that is 0, across the link of
         * another port.
         */
        private static @Nullable FabricPort leave(
                MadPacket packet, int in, FabricPort out, @Nullable List<FabricPort> trail) {
            if (!packet.isSubnetManagement()) {
                if (!out.carries(in, packet.serviceLevel())) {
                    out.counters().discardedByServiceLevel();
                    return null;
                }
                if (!out.lets(packet, false)) {
                    return null;
                }
            }
            FabricPort next = out.cross(packet, trail);
            return next == null || packet.isSubnetManagement() || next.lets(packet, true) ? next : null;
        }
    }
}
