package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.MadPacket;

/** LinearForwardingTable (IBA 14.2.5.10). The modifier selects the block. */
final class LinearTableAttribute implements Attribute {
    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            packet.attribute(node.linear().block(block(packet)));
        }
        return status;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        int status = check(node, packet);
        if (status == Status.OK) {
            node.linear().block(block(packet), packet.attribute(LinearTable.BLOCK));
        }
        return status;
    }

    private static int check(FabricNode node, MadPacket packet) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        return packet.header().attributeModifier() < LinearTable.ENTRIES / LinearTable.BLOCK
                ? Status.OK
                : Status.INVALID_VALUE;
    }

    private static int block(MadPacket packet) {
        return (int) packet.header().attributeModifier();
    }
}
