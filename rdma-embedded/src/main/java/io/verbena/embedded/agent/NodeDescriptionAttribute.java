package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.NodeDescription;

/** NodeDescription, IBA 14.2.5.2. */
final class NodeDescriptionAttribute implements Attribute {
    private final Traps traps;

    NodeDescriptionAttribute(Traps traps) {
        this.traps = traps;
    }

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        packet.clearedAttribute(NodeDescription.LAYOUT).nodeString(node.description());
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        String text = packet.attribute(NodeDescription.LAYOUT).nodeString();
        if (!text.equals(node.description())) {
            node.description(text);
            traps.descriptionChanged(arrival);
        }
        return Status.OK;
    }
}
