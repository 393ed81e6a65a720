package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortObserver;
import io.verbena.embedded.routing.Transport;
import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.KeyNoticeDetails;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkStateNoticeDetails;
import io.verbena.iba.MKeyNoticeDetails;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NoticeType;
import io.verbena.iba.PortState;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetNotice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Sends the traps of subnet management agents to their subnet manager, again and again until that represses them, though not
 * for ever; and keeps them as notices until they are taken (IBA 13.4.8, 13.4.9, 14.2.5.1). A port that knows no subnet
 * manager sends none.
 */
public final class Traps implements PortObserver {
    private static final int LINK_STATE = 128;
    private static final int LOCAL_CHANGES = 144;
    private static final int BAD_M_KEY = 256;
    private static final int BAD_P_KEY = 257;
    private static final int BAD_Q_KEY = 258;
    private static final int SIXTEEN_BITS = 0xffff;
    private static final int MOST_KEPT = 16;
    private static final int MOST_TIMES = 8;
    // A port waits at least as long as a packet may be on its way: 4.096 µs by a power of two.
    private static final long TIMEOUT_UNIT = 4_096;
    private static final int PATH_BYTES = 30;

    private final Transport transport;
    private final Timeline timeline;
    private final Map<Node, Queue<SubnetNotice>> kept = new HashMap<>();
    private final Map<Node, List<Sending>> sending = new HashMap<>();
    private long transactions;
    private boolean started;

    Traps(Transport transport, Timeline timeline) {
        this.transport = transport;
        this.timeline = timeline;
    }

    /** Begins to tell of what happens; before, the fabric is only being built. */
    public void start() {
        started = true;
    }

    /** A trap that nobody has repressed yet. */
    private final class Sending extends Event {
        private final Port keeper;
        private final SubnetNotice notice;
        private final long transaction;
        private int times;

        Sending(Port keeper, SubnetNotice notice) {
            this.keeper = keeper;
            this.notice = notice;
            this.transaction = ++transactions;
        }

        @Override
        protected void happen() {
            times++;
            if (times == MOST_TIMES || !hasManager(keeper) || keeper.node().isOff()) {
                forget(this);
            } else {
                timeline.after(TIMEOUT_UNIT << keeper.info().subnetTimeout(), this);
            }
            send(this);
        }
    }

    /** Only what happens to a link by itself is told; that a subnet manager sets a state it knows (IBA 14.2.5.4). */
    @Override
    public void stateChanged(Port port) {
        Node node = port.node();
        boolean byItself = port.state() == PortState.DOWN || port.state() == PortState.INITIALIZE;
        if (started && byItself && node.forwards() && !node.isOff()) {
            node.switchInfo().portStateChange(1);
            Port keeper = node.managed(port);
            send(keeper, NoticeType.URGENT, LINK_STATE, new LinkStateNoticeDetails().lid(Lid.of(keeper.lid())));
        }
    }

    /** What can be set in the node was, by somebody else than the subnet manager maybe. */
    void localChange(Port port, CapabilityNoticeDetails change) {
        Port keeper = port.node().managed(port);
        change.lid(Lid.of(keeper.lid()))
                .otherLocalChanges(1)
                .capabilityMask(keeper.info().capabilityMask());
        send(keeper, NoticeType.INFORMATIONAL, LOCAL_CHANGES, change);
    }

    /** What the node of a port calls itself is another name. */
    public void descriptionChanged(Port port) {
        localChange(port, new CapabilityNoticeDetails().nodeDescriptionChange(1));
    }

    /** What a port is able to do is another thing: a subnet manager came to it or went. */
    public void capabilitiesChanged(Port keeper) {
        send(
                keeper,
                NoticeType.INFORMATIONAL,
                LOCAL_CHANGES,
                new CapabilityNoticeDetails()
                        .lid(Lid.of(keeper.lid()))
                        .capabilityMask(keeper.info().capabilityMask()));
    }

    void badMKey(Port keeper, Packet packet) {
        DirectedRouteSmp smp = packet.directed();
        boolean directed = smp.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
        MKeyNoticeDetails details = new MKeyNoticeDetails()
                .lid(Lid.of(packet.sourceLid()))
                .methodBits(smp.methodBits())
                .attributeId(smp.attributeId())
                .attributeModifier(smp.attributeModifier())
                .mKey(smp.mKey());
        if (directed) {
            int hops = smp.hopCount();
            details.drNotice(1).drSlid(smp.drSlid()).drHopCount(hops & 0x3f).drPathTruncated(hops > PATH_BYTES ? 1 : 0);
            for (int hop = 1; hop <= Math.min(hops, PATH_BYTES); hop++) {
                details.drNoticeReturnPath(hop - 1, smp.returnPath(hop));
            }
        }
        send(keeper, NoticeType.SECURITY, BAD_M_KEY, details);
    }

    void badKey(Packet packet, Port keeper, boolean queueKey) {
        int violations =
                queueKey ? keeper.info().qKeyViolations() : keeper.info().pKeyViolations();
        int more = Math.min(SIXTEEN_BITS, violations + 1);
        if (queueKey) {
            keeper.info().qKeyViolations(more);
        } else {
            keeper.info().pKeyViolations(more);
        }
        KeyNoticeDetails details = new KeyNoticeDetails()
                .lid1(Lid.of(packet.sourceLid()))
                .lid2(Lid.of(packet.destinationLid()))
                .key(queueKey ? packet.queueKey() : packet.pKey())
                .sl(packet.serviceLevel())
                .qp1(packet.sourceQueuePair())
                .qp2(packet.destinationQueuePair());
        send(keeper, NoticeType.SECURITY, queueKey ? BAD_Q_KEY : BAD_P_KEY, details);
    }

    /** The oldest notice that nobody has taken; null if there is none. */
    @Nullable SubnetNotice oldest(Node node) {
        Queue<SubnetNotice> notices = kept.get(node);
        return notices == null ? null : notices.peek();
    }

    /** Takes the oldest notice away. */
    void taken(Node node) {
        Queue<SubnetNotice> notices = kept.get(node);
        if (notices != null) {
            notices.poll();
        }
    }

    private void send(Port keeper, NoticeType type, int number, Structure details) {
        SubnetNotice notice = new SubnetNotice()
                .isGeneric(1)
                .noticeType(type)
                .producerType(keeper.node().type())
                .trapNumber(number)
                .issuerLid(Lid.of(keeper.lid()))
                .dataDetails(details.toBytes());
        Queue<SubnetNotice> notices = kept.computeIfAbsent(keeper.node(), first -> new ArrayDeque<>());
        notices.add(notice);
        if (notices.size() > MOST_KEPT) {
            notices.remove();
        }
        if (hasManager(keeper)) {
            repeat(new Sending(keeper, notice));
        }
    }

    private static boolean hasManager(Port keeper) {
        return keeper.smLid() != 0 && keeper.lid() != 0;
    }

    private void repeat(Sending trap) {
        List<Sending> all = sending.computeIfAbsent(trap.keeper.node(), first -> new ArrayList<>(1));
        all.stream().filter(other -> other.notice.equals(trap.notice)).toList().forEach(this::forget);
        if (all.size() == MOST_KEPT) {
            forget(all.get(0));
        }
        sending.computeIfAbsent(trap.keeper.node(), first -> all).add(trap);
        // What raised it comes to its end first.
        timeline.after(0, trap);
    }

    private void forget(Sending trap) {
        trap.cancel();
        sending.computeIfPresent(trap.keeper.node(), (node, all) -> {
            all.remove(trap);
            return all.isEmpty() ? null : all;
        });
    }

    /** Ends a trap, if it is one of this node that the packet represses. */
    boolean repress(Node node, Packet packet) {
        long transaction = packet.header().transactionId();
        for (Sending trap : sending.getOrDefault(node, List.of())) {
            if (trap.transaction == transaction) {
                forget(trap);
                return true;
            }
        }
        return false;
    }

    private void send(Sending trap) {
        Port keeper = trap.keeper;
        Packet packet = transport.packet();
        packet.header()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_LID_ROUTED)
                .classVersion(1)
                .method(MadMethod.TRAP)
                .transactionId(trap.transaction)
                .attributeId(SubnetNotice.LAYOUT.attributeId());
        packet.local(keeper.lid(), keeper.smLid(), keeper.info().masterSmSl());
        packet.attribute(trap.notice);
        transport.send(packet, keeper);
        transport.release(packet);
    }
}
