package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.PortInfo;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import org.jspecify.annotations.Nullable;

/**
 * VLArbitrationTable (IBA 14.2.5.9). The lower half of the modifier selects the port of a switch. The upper half
 * selects the table: 1 and 2 for low priority, 3 and 4 for high priority, each with blocks of 32 entries. By default,
 * all lanes have the same weight.
 */
final class VlArbitrationAttribute implements Attribute {
    private static final int HALF = 0xffff;
    private static final int LOW = 1;
    private static final int HIGH = 3;
    private static final int WEIGHT = 4;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = port(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        byte[] kept = node.kept(VlArbitrationTable.LAYOUT.attributeId(), key(packet, port));
        packet.attribute(kept == null ? original(port).toBytes() : kept);
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = port(node, packet, arrival);
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

    private static @Nullable FabricPort port(FabricNode node, MadPacket packet, FabricPort arrival) {
        long modifier = packet.header().attributeModifier();
        long block = modifier >>> Short.SIZE;
        return block == LOW || block == HIGH ? PortSelection.ofSwitch(node, modifier & HALF, arrival) : null;
    }

    private static long key(MadPacket packet, FabricPort port) {
        return (packet.header().attributeModifier() & ~(long) HALF) | port.number();
    }
}
