package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.MulticastMasks;
import io.verbena.iba.MulticastForwardingTable;

/**
 * MulticastForwardingTable (IBA 14.2.5.12). Bits 8 to 0 of the modifier select the block, bits 31 to 28 a group of 16
 * ports.
 */
final class MulticastTableAttribute implements Attribute {
    private static final int BLOCK_BITS = 0x1ff;
    private static final int POSITION = 28;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            MulticastForwardingTable table = new MulticastForwardingTable();
            for (int i = 0; i < MulticastMasks.BLOCK; i++) {
                table.portMask(i, node.multicast().mask(first(packet) + i, position(packet)));
            }
            packet.attribute(table);
        }
        return status;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            MulticastForwardingTable table = packet.attribute(MulticastForwardingTable.LAYOUT);
            for (int i = 0; i < MulticastMasks.BLOCK; i++) {
                node.multicast().mask(first(packet) + i, position(packet), table.portMask(i));
            }
        }
        return status;
    }

    private static int check(FabricNode node, MadPacket packet) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        boolean there = first(packet) < MulticastMasks.ENTRIES
                && position(packet) * MulticastMasks.MASK_PORTS <= node.numPorts();
        return there ? Status.OK : Status.INVALID_VALUE;
    }

    private static int first(MadPacket packet) {
        return (int) (packet.header().attributeModifier() & BLOCK_BITS) * MulticastMasks.BLOCK;
    }

    private static int position(MadPacket packet) {
        return (int) (packet.header().attributeModifier() >>> POSITION);
    }
}
