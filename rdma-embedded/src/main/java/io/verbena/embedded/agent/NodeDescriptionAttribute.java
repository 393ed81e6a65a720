package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.NodeDescription;

/** NodeDescription (IBA 14.2.5.2). */
final class NodeDescriptionAttribute implements Attribute {
    private final Traps traps;

    NodeDescriptionAttribute(Traps traps) {
        this.traps = traps;
    }

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.clearedAttribute(NodeDescription.LAYOUT).nodeString(node.description());
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        String text = packet.attribute(NodeDescription.LAYOUT).nodeString();
        if (!text.equals(node.description())) {
            node.description(text);
            traps.descriptionChanged(arrival);
        }
        return Status.OK;
    }
}
