package io.verbena.embedded.agent;

import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;

/** LinearForwardingTable, IBA 14.2.5.10: the block in the modifier. */
final class LinearTableAttribute implements Attribute {
    @Override
    public int get(Node node, Packet packet, Port arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            packet.attribute(node.linear().block(block(packet)));
        }
        return status;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            node.linear().block(block(packet), packet.attribute(LinearTable.BLOCK));
        }
        return status;
    }

    private static int check(Node node, Packet packet) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        return packet.header().attributeModifier() < LinearTable.ENTRIES / LinearTable.BLOCK
                ? Status.OK
                : Status.INVALID_VALUE;
    }

    private static int block(Packet packet) {
        return (int) packet.header().attributeModifier();
    }
}
