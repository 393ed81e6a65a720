package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.LedInfo;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoExtended;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchPortStateTable;
import io.verbena.iba.VendorDiagnostics;
import io.verbena.iba.VlArbitrationTable;

/** The agent of subnet management, LID-routed and by directed route (IBA 14.2). It has no random forwarding tables. */
final class SubnetManagementAgent extends ClassAgent {
    private final KeyGuard guard;

    SubnetManagementAgent(Traps traps, Timeline timeline) {
        super(1);
        this.guard = new KeyGuard(traps, timeline);
        add(NodeInfo.LAYOUT.attributeId(), new NodeInfoAttribute());
        add(NodeDescription.LAYOUT.attributeId(), new NodeDescriptionAttribute(traps));
        add(SwitchInfo.LAYOUT.attributeId(), new SwitchInfoAttribute());
        add(PortInfo.LAYOUT.attributeId(), new PortInfoAttribute(traps));
        add(GuidInfo.LAYOUT.attributeId(), new GuidInfoAttribute());
        add(PKeyTable.LAYOUT.attributeId(), new PKeyTableAttribute());
        add(SlToVlMappingTable.LAYOUT.attributeId(), new ServiceLevelAttribute());
        add(VlArbitrationTable.LAYOUT.attributeId(), new VlArbitrationAttribute());
        add(LinearForwardingTable.LAYOUT.attributeId(), new LinearTableAttribute());
        add(MulticastForwardingTable.LAYOUT.attributeId(), new MulticastTableAttribute());
        add(SmInfo.LAYOUT.attributeId(), new SmInfoAttribute(timeline));
        add(SubnetNotice.LAYOUT.attributeId(), new NoticeAttribute(traps));
        add(VendorDiagnostics.LAYOUT.attributeId(), new VendorDiagnosticsAttribute());
        add(LedInfo.LAYOUT.attributeId(), new LedInfoAttribute());
        add(PortInfoExtended.LAYOUT.attributeId(), new PortInfoExtendedAttribute());
        add(SwitchPortStateTable.LAYOUT.attributeId(), new SwitchPortStateAttribute());
        add(MlnxExtPortInfo.LAYOUT.attributeId(), new MlnxExtPortInfoAttribute());
    }

    @Override
    boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
        return guard.admits(node, packet, arrival);
    }

    /** Returns whether the sender knows the M_Key of the port, or there is none. */
    boolean knowsKey(FabricNode node, MadPacket packet, FabricPort arrival) {
        return guard.knows(node.managed(arrival), packet);
    }

    /** The requests of SMInfo are left to the subnet manager, except in a managed fabric. */
    @Override
    boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
        return packet.header().attributeId() == SmInfo.LAYOUT.attributeId()
                && arrival.manager() != FabricPort.Manager.CLAIMED;
    }
}
