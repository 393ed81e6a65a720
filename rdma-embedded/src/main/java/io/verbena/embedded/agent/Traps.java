package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.routing.PacketTransport;
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
 * Sends the traps of subnet management agents to their subnet manager, up to a limit of repetitions until it represses
 * them, and stores them as notices (IBA 13.4.8, 13.4.9, 14.2.5.1). A port without a subnet manager sends no traps.
 */
public final class Traps implements FabricPort.Observer {
    private static final int LINK_STATE = 128;
    private static final int LOCAL_CHANGES = 144;
    private static final int BAD_M_KEY = 256;
    private static final int BAD_P_KEY = 257;
    private static final int BAD_Q_KEY = 258;
    private static final int SIXTEEN_BITS = 0xffff;
    private static final int MAX_KEPT = 16;
    private static final int MAX_TIMES = 8;
    // The minimum interval is the maximum packet lifetime: 4.096 µs times a power of two.
    private static final long TIMEOUT_UNIT = 4_096;
    private static final int PATH_BYTES = 30;

    private final PacketTransport transport;
    private final Timeline timeline;
    private final Map<FabricNode, Queue<SubnetNotice>> kept = new HashMap<>();
    private final Map<FabricNode, List<Sending>> sending = new HashMap<>();
    private long transactions;
    private boolean started;

    Traps(PacketTransport transport, Timeline timeline) {
        this.transport = transport;
        this.timeline = timeline;
    }

    /** Starts to send traps. Called when the fabric has been built. */
    public void start() {
        started = true;
    }

    private final class Sending extends Event {
        private final FabricPort keeper;
        private final SubnetNotice notice;
        private final long transaction;
        private int times;

        Sending(FabricPort keeper, SubnetNotice notice) {
            this.keeper = keeper;
            this.notice = notice;
            this.transaction = ++transactions;
        }

        @Override
        protected void happen() {
            times++;
            if (times == MAX_TIMES || !hasManager(keeper) || keeper.node().isOff()) {
                forget(this);
            } else {
                timeline.after(TIMEOUT_UNIT << keeper.info().subnetTimeout(), this);
            }
            send(this);
        }
    }

    /** Reports changes of links only. A state that the subnet manager has set is known to it (IBA 14.2.5.4). */
    @Override
    public void stateChanged(FabricPort port) {
        FabricNode node = port.node();
        boolean byItself = port.state() == PortState.DOWN || port.state() == PortState.INITIALIZE;
        if (started && byItself && node.forwards() && !node.isOff()) {
            node.switchInfo().portStateChange(1);
            FabricPort keeper = node.managed(port);
            send(keeper, NoticeType.URGENT, LINK_STATE, new LinkStateNoticeDetails().lid(Lid.of(keeper.lid())));
        }
    }

    /** Reports a change of settings, which may have been made by another program than the subnet manager. */
    void localChange(FabricPort port, CapabilityNoticeDetails change) {
        FabricPort keeper = port.node().managed(port);
        change.lid(Lid.of(keeper.lid()))
                .otherLocalChanges(1)
                .capabilityMask(keeper.info().capabilityMask());
        send(keeper, NoticeType.INFORMATIONAL, LOCAL_CHANGES, change);
    }

    /** Reports a change of the NodeDescription. */
    public void descriptionChanged(FabricPort port) {
        localChange(port, new CapabilityNoticeDetails().nodeDescriptionChange(1));
    }

    /** Reports a change of the capability mask, because a subnet manager has started or stopped at the port. */
    public void capabilitiesChanged(FabricPort keeper) {
        send(
                keeper,
                NoticeType.INFORMATIONAL,
                LOCAL_CHANGES,
                new CapabilityNoticeDetails()
                        .lid(Lid.of(keeper.lid()))
                        .capabilityMask(keeper.info().capabilityMask()));
    }

    void badMKey(FabricPort keeper, MadPacket packet) {
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

    void badKey(MadPacket packet, FabricPort keeper, boolean queueKey) {
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

    @Nullable SubnetNotice oldest(FabricNode node) {
        Queue<SubnetNotice> notices = kept.get(node);
        return notices == null ? null : notices.peek();
    }

    void taken(FabricNode node) {
        Queue<SubnetNotice> notices = kept.get(node);
        if (notices != null) {
            notices.poll();
        }
    }

    private void send(FabricPort keeper, NoticeType type, int number, Structure details) {
        SubnetNotice notice = new SubnetNotice()
                .isGeneric(1)
                .noticeType(type)
                .producerType(keeper.node().type())
                .trapNumber(number)
                .issuerLid(Lid.of(keeper.lid()))
                .dataDetails(details.toBytes());
        Queue<SubnetNotice> notices = kept.computeIfAbsent(keeper.node(), first -> new ArrayDeque<>());
        notices.add(notice);
        if (notices.size() > MAX_KEPT) {
            notices.remove();
        }
        if (hasManager(keeper)) {
            repeat(new Sending(keeper, notice));
        }
    }

    private static boolean hasManager(FabricPort keeper) {
        return keeper.smLid() != 0 && keeper.lid() != 0;
    }

    private void repeat(Sending trap) {
        List<Sending> all = sending.computeIfAbsent(trap.keeper.node(), first -> new ArrayList<>(1));
        all.stream().filter(other -> other.notice.equals(trap.notice)).toList().forEach(this::forget);
        if (all.size() == MAX_KEPT) {
            forget(all.get(0));
        }
        sending.computeIfAbsent(trap.keeper.node(), first -> all).add(trap);
        // The action that caused the trap completes first.
        timeline.after(0, trap);
    }

    private void forget(Sending trap) {
        trap.cancel();
        sending.computeIfPresent(trap.keeper.node(), (node, all) -> {
            all.remove(trap);
            return all.isEmpty() ? null : all;
        });
    }

    boolean repress(FabricNode node, MadPacket packet) {
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
        FabricPort keeper = trap.keeper;
        MadPacket packet = transport.packet();
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
