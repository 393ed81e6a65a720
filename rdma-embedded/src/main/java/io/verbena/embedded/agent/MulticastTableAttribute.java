package io.verbena.embedded.agent;

import io.verbena.embedded.node.MulticastTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.MulticastForwardingTable;

/** MulticastForwardingTable, IBA 14.2.5.12: the block in bits 8 to 0 of the modifier, which 16 ports in bits 31 to 28. */
final class MulticastTableAttribute implements Attribute {
    private static final int BLOCK_BITS = 0x1ff;
    private static final int POSITION = 28;

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            MulticastForwardingTable table = new MulticastForwardingTable();
            for (int i = 0; i < MulticastTable.BLOCK; i++) {
                table.portMask(i, node.multicast().mask(first(packet) + i, position(packet)));
            }
            packet.attribute(table);
        }
        return status;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            MulticastForwardingTable table = packet.attribute(MulticastForwardingTable.LAYOUT);
            for (int i = 0; i < MulticastTable.BLOCK; i++) {
                node.multicast().mask(first(packet) + i, position(packet), table.portMask(i));
            }
        }
        return status;
    }

    private static int check(Node node, Packet packet) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        boolean there = first(packet) < MulticastTable.ENTRIES
                && position(packet) * MulticastTable.MASK_PORTS <= node.numPorts();
        return there ? Status.OK : Status.INVALID_VALUE;
    }

    private static int first(Packet packet) {
        return (int) (packet.header().attributeModifier() & BLOCK_BITS) * MulticastTable.BLOCK;
    }

    private static int position(Packet packet) {
        return (int) (packet.header().attributeModifier() >>> POSITION);
    }
}
