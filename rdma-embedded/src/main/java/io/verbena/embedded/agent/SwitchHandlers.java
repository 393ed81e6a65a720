package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.MulticastMasks;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchPortStateTable;

/** The attributes of subnet management that only switches have. There are no random forwarding tables. */
final class SwitchHandlers {
    private static final int PORT_STATES = 128;
    private static final int MULTICAST_BLOCK_BITS = 0x1ff;
    private static final int MULTICAST_POSITION = 28;

    private SwitchHandlers() {}

    /** Adds the attributes to the agent. */
    static void addTo(ClassAgent agent) {
        agent.add(SwitchInfo.LAYOUT, ofSwitch(SwitchHandlers::switchInfo), ofSwitch(SwitchHandlers::setSwitchInfo));
        agent.add(
                LinearForwardingTable.LAYOUT,
                ofSwitch(SwitchHandlers::linearTable),
                ofSwitch(SwitchHandlers::setLinearTable));
        agent.add(
                MulticastForwardingTable.LAYOUT,
                ofSwitch(SwitchHandlers::multicastTable),
                ofSwitch(SwitchHandlers::setMulticastTable));
        agent.add(SwitchPortStateTable.LAYOUT, ofSwitch(SwitchHandlers::portStates));
    }

    private static ClassAgent.Handler ofSwitch(ClassAgent.Handler handler) {
        return (node, packet, arrival) ->
                node.forwards() ? handler.handle(node, packet, arrival) : Status.ATTRIBUTE_NOT_SUPPORTED;
    }

    /** SwitchInfo (IBA 14.2.5.4). */
    private static int switchInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.attribute(node.switchInfo());
        return Status.OK;
    }

    private static int setSwitchInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        SwitchInfo wanted = packet.attribute(SwitchInfo.LAYOUT);
        SwitchInfo info = node.switchInfo();
        if (wanted.linearFdbTop() >= info.linearFdbCap()) {
            return Status.INVALID_VALUE;
        }
        info.linearFdbTop(wanted.linearFdbTop())
                .defaultPort(wanted.defaultPort())
                .defaultMulticastPrimaryPort(wanted.defaultMulticastPrimaryPort())
                .defaultMulticastNotPrimaryPort(wanted.defaultMulticastNotPrimaryPort())
                .lifeTimeValue(wanted.lifeTimeValue())
                .multicastFdbTop(wanted.multicastFdbTop());
        // The bit is cleared by writing a one.
        if (wanted.portStateChange() == 1) {
            info.portStateChange(0);
        }
        packet.attribute(info);
        return Status.OK;
    }

    /** LinearForwardingTable (IBA 14.2.5.10). The modifier selects the block. */
    private static int linearTable(FabricNode node, MadPacket packet, FabricPort arrival) {
        long block = packet.header().attributeModifier();
        if (block >= LinearTable.ENTRIES / LinearTable.BLOCK) {
            return Status.INVALID_VALUE;
        }
        packet.attribute(node.linear().block((int) block));
        return Status.OK;
    }

    private static int setLinearTable(FabricNode node, MadPacket packet, FabricPort arrival) {
        long block = packet.header().attributeModifier();
        if (block >= LinearTable.ENTRIES / LinearTable.BLOCK) {
            return Status.INVALID_VALUE;
        }
        node.linear().block((int) block, packet.attribute(LinearTable.BLOCK));
        return Status.OK;
    }

    /**
     * MulticastForwardingTable (IBA 14.2.5.12). Bits 8 to 0 of the modifier select the block, bits 31 to 28 a group of
     * 16 ports.
     */
    private static int multicastTable(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (!hasMulticastBlock(node, packet)) {
            return Status.INVALID_VALUE;
        }
        MulticastForwardingTable table = new MulticastForwardingTable();
        for (int i = 0; i < MulticastMasks.BLOCK; i++) {
            table.portMask(i, node.multicast().mask(first(packet) + i, position(packet)));
        }
        packet.attribute(table);
        return Status.OK;
    }

    private static int setMulticastTable(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (!hasMulticastBlock(node, packet)) {
            return Status.INVALID_VALUE;
        }
        MulticastForwardingTable table = packet.attribute(MulticastForwardingTable.LAYOUT);
        for (int i = 0; i < MulticastMasks.BLOCK; i++) {
            node.multicast().mask(first(packet) + i, position(packet), table.portMask(i));
        }
        return Status.OK;
    }

    private static boolean hasMulticastBlock(FabricNode node, MadPacket packet) {
        return first(packet) < MulticastMasks.ENTRIES
                && position(packet) * MulticastMasks.MASK_PORTS <= node.numPorts();
    }

    private static int first(MadPacket packet) {
        return (int) (packet.header().attributeModifier() & MULTICAST_BLOCK_BITS) * MulticastMasks.BLOCK;
    }

    private static int position(MadPacket packet) {
        return (int) (packet.header().attributeModifier() >>> MULTICAST_POSITION);
    }

    /** SwitchPortStateTable (IBA 14.2.5.20), with 128 ports per block. */
    private static int portStates(FabricNode node, MadPacket packet, FabricPort arrival) {
        long first = packet.header().attributeModifier() * PORT_STATES;
        if (first > node.numPorts()) {
            return Status.INVALID_VALUE;
        }
        SwitchPortStateTable table = new SwitchPortStateTable();
        for (int i = 0; i < PORT_STATES; i++) {
            FabricPort port = node.port((int) first + i);
            if (port != null) {
                table.portState(i, port.state());
            }
        }
        packet.attribute(table);
        return Status.OK;
    }
}
