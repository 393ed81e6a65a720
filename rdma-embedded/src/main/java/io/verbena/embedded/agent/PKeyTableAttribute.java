package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.PortPartitionKeys;
import io.verbena.iba.PKeyTable;
import org.jspecify.annotations.Nullable;

/** P_KeyTable (IBA 14.2.5.7). The lower half of the modifier selects the block, the upper half the port of a switch. */
final class PKeyTableAttribute implements Attribute {
    private static final int HALF = 0xffff;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = port(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        PKeyTable table = new PKeyTable();
        for (int i = 0; i < PortPartitionKeys.BLOCK; i++) {
            table.pKey(i, port.keys().get(first(packet) + i));
        }
        packet.attribute(table);
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = port(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        PKeyTable wanted = packet.attribute(PKeyTable.LAYOUT);
        for (int i = 0; i < PortPartitionKeys.BLOCK; i++) {
            port.keys().set(first(packet) + i, wanted.pKey(i));
        }
        port.changed(FabricPort.Change.PARTITION_KEYS);
        return Status.OK;
    }

    private static @Nullable FabricPort port(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = PortSelection.ofSwitch(node, packet.header().attributeModifier() >>> Short.SIZE, arrival);
        return port == null || first(packet) >= port.keys().capacity() ? null : port;
    }

    private static int first(MadPacket packet) {
        return (int) (packet.header().attributeModifier() & HALF) * PortPartitionKeys.BLOCK;
    }
}
