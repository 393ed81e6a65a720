package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortObserver;
import io.verbena.embedded.routing.Transport;
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
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetNotice;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Sends the traps of subnet management agents to their subnet manager, once each, and keeps them as notices until they are
 * taken (IBA 13.4.8, 14.2.5.1). A port that knows no subnet manager sends none.
 */
public final class Traps implements PortObserver {
    private static final int LINK_STATE = 128;
    private static final int LOCAL_CHANGES = 144;
    private static final int BAD_M_KEY = 256;
    private static final int BAD_P_KEY = 257;
    private static final int BAD_Q_KEY = 258;
    private static final int SIXTEEN_BITS = 0xffff;
    private static final int MOST_KEPT = 16;
    private static final int PATH_BYTES = 30;

    private final Transport transport;
    private final Timeline timeline;
    private final Map<Node, Queue<SubnetNotice>> kept = new HashMap<>();
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

    @Override
    public void stateChanged(Port port) {
        Node node = port.node();
        if (started && node.forwards() && !node.isOff()) {
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
        if (keeper.smLid() != 0 && keeper.lid() != 0) {
            // What raised it comes to its end first.
            timeline.after(0, () -> send(keeper, notice));
        }
    }

    private void send(Port keeper, SubnetNotice notice) {
        Packet packet = transport.packet();
        packet.header()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_LID_ROUTED)
                .classVersion(1)
                .method(MadMethod.TRAP)
                .transactionId(++transactions)
                .attributeId(SubnetNotice.LAYOUT.attributeId());
        packet.local(keeper.lid(), keeper.smLid(), keeper.info().masterSmSl());
        packet.attribute(notice);
        transport.send(packet, keeper);
        transport.release(packet);
    }
}
