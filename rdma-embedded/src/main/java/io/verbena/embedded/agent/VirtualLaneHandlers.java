package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import org.jspecify.annotations.Nullable;

/** The attributes of subnet management for the virtual lanes of a port: mapping of service levels, and arbitration. */
final class VirtualLaneHandlers {
    private static final int PORT_BITS = 0xff;
    private static final int HALF = 0xffff;
    private static final int LOW = 1;
    private static final int HIGH = 3;
    private static final int WEIGHT = 4;

    private VirtualLaneHandlers() {}

    /** Adds the attributes to the agent. */
    static void addTo(ClassAgent agent) {
        agent.add(
                SlToVlMappingTable.LAYOUT,
                (node, packet, arrival) -> mapping(node, packet, arrival, false),
                (node, packet, arrival) -> mapping(node, packet, arrival, true));
        agent.add(VlArbitrationTable.LAYOUT, VirtualLaneHandlers::arbitration, VirtualLaneHandlers::setArbitration);
    }

    /**
     * SLtoVLMappingTable (IBA 14.2.5.8). On a switch, bits 15 to 8 of the modifier select the input port, bits 7 to 0
     * the output port.
     */
    private static int mapping(FabricNode node, MadPacket packet, FabricPort arrival, boolean set) {
        long modifier = packet.header().attributeModifier();
        int in = node.forwards() ? (int) (modifier >>> Byte.SIZE & PORT_BITS) : 0;
        FabricPort out = PortHandlers.portOfSwitch(node, modifier & PORT_BITS, arrival);
        boolean known = in <= node.numPorts() && (!node.forwards() || modifier >>> Short.SIZE == 0);
        if (out == null || !known) {
            return Status.INVALID_VALUE;
        }
        if (set) {
            node.serviceLevels().table(in, out.number(), packet.attribute(SlToVlMappingTable.LAYOUT));
        }
        packet.attribute(node.serviceLevels().table(in, out.number(), out.lanes()));
        return Status.OK;
    }

    /**
     * VLArbitrationTable (IBA 14.2.5.9). The lower half of the modifier selects the port of a switch. The upper half
     * selects the table: 1 and 2 for low priority, 3 and 4 for high priority, each with blocks of 32 entries. By
     * default, all lanes have the same weight.
     */
    private static int arbitration(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = arbitrated(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        byte[] kept = node.kept(VlArbitrationTable.LAYOUT.attributeId(), key(packet, port));
        packet.attribute(kept == null ? original(port).toBytes() : kept);
        return Status.OK;
    }

    private static int setArbitration(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = arbitrated(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        node.keep(
                VlArbitrationTable.LAYOUT.attributeId(),
                key(packet, port),
                packet.attribute(VlArbitrationTable.LENGTH));
        return Status.OK;
    }

    private static VlArbitrationTable original(FabricPort port) {
        VlArbitrationTable table = new VlArbitrationTable();
        PortInfo info = port.info();
        for (int lane = 0; lane < info.vlArbitrationLowCap(); lane++) {
            table.entry(lane, new VlArbitrationEntry().vl(lane).weight(WEIGHT));
        }
        return table;
    }

    private static @Nullable FabricPort arbitrated(FabricNode node, MadPacket packet, FabricPort arrival) {
        long modifier = packet.header().attributeModifier();
        long block = modifier >>> Short.SIZE;
        return block == LOW || block == HIGH ? PortHandlers.portOfSwitch(node, modifier & HALF, arrival) : null;
    }

    private static long key(MadPacket packet, FabricPort port) {
        return (packet.header().attributeModifier() & ~(long) HALF) | port.number();
    }
}
