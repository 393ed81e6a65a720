package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NoticeType;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.VendorDiagnostics;
import java.util.concurrent.TimeUnit;

/** The attributes of subnet management that describe a whole node, and SMInfo. */
final class NodeHandlers {
    // The default of opensm, and the key of the subnet administration of a managed fabric.
    private static final long SM_KEY = 1;
    private static final int ACTIVITY_MASK = 0x7fffffff;

    private final Traps traps;
    private final Timeline timeline;
    private final long start;

    NodeHandlers(Traps traps, Timeline timeline) {
        this.traps = traps;
        this.timeline = timeline;
        this.start = timeline.nanoTime();
    }

    /** Adds the attributes to the agent. */
    void addTo(ClassAgent agent) {
        agent.add(NodeInfo.LAYOUT, this::nodeInfo);
        agent.add(NodeDescription.LAYOUT, this::description, this::setDescription);
        agent.add(SubnetNotice.LAYOUT, this::notice, this::removeNotice);
        agent.add(VendorDiagnostics.LAYOUT, this::diagnostics);
        // The subnet manager of a managed fabric refuses a handover.
        agent.add(SmInfo.LAYOUT, this::smInfo, (node, packet, arrival) -> Status.INVALID_VALUE);
    }

    /** NodeInfo (IBA 14.2.5.3). */
    private int nodeInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        node.describe(packet.clearedAttribute(NodeInfo.LAYOUT), arrival);
        return Status.OK;
    }

    /** NodeDescription (IBA 14.2.5.2). */
    private int description(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.clearedAttribute(NodeDescription.LAYOUT).nodeString(node.description());
        return Status.OK;
    }

    private int setDescription(FabricNode node, MadPacket packet, FabricPort arrival) {
        String text = packet.attribute(NodeDescription.LAYOUT).nodeString();
        if (!text.equals(node.description())) {
            node.description(text);
            traps.descriptionChanged(arrival);
        }
        return Status.OK;
    }

    /** Notice (IBA 13.4.8.2): the oldest stored notice. */
    private int notice(FabricNode node, MadPacket packet, FabricPort arrival) {
        SubnetNotice oldest = traps.oldest(node);
        packet.attribute(oldest == null ? new SubnetNotice().noticeType(NoticeType.EMPTY) : oldest);
        return Status.OK;
    }

    /** Removes the oldest stored notice. The response contains the next. */
    private int removeNotice(FabricNode node, MadPacket packet, FabricPort arrival) {
        traps.taken(node);
        return notice(node, packet, arrival);
    }

    /** VendorDiag (IBA 14.2.5.14), which is empty and has no further blocks. */
    private int diagnostics(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.attribute(new VendorDiagnostics());
        return Status.OK;
    }

    /**
     * SMInfo (IBA 14.2.5.13) of the subnet manager of a managed fabric, which is master and increments its activity
     * count once per second. It shows its SM_Key unless an M_Key protects the port, as opensm does: other subnet
     * managers leave the subnet only to a master whose key they know.
     */
    private int smInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.attribute(new SmInfo()
                .guid(arrival.guid())
                .smKey(arrival.info().mKey() == 0 ? SM_KEY : 0)
                .activityCount(1 + TimeUnit.NANOSECONDS.toSeconds(timeline.nanoTime() - start) & ACTIVITY_MASK)
                .state(SmState.MASTER));
        return Status.OK;
    }
}
