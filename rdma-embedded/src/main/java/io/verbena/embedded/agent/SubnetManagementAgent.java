package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
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

/** The agent of subnet management, both by LID and by directed route (IBA 14.2). Random forwarding tables it has none. */
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
    boolean admits(Node node, Packet packet, Port arrival) {
        return guard.admits(node, packet, arrival);
    }

    /** Whether the sender has the key of the port, or there is none. */
    boolean knowsKey(Node node, Packet packet, Port arrival) {
        return guard.knows(node.managed(arrival), packet);
    }

    /** A subnet manager is a program, unless the fabric is only said to have one here. */
    @Override
    boolean leavesToPrograms(Node node, Packet packet, Port arrival) {
        return packet.header().attributeId() == SmInfo.LAYOUT.attributeId()
                && arrival.manager() != Port.Manager.CLAIMED;
    }
}
