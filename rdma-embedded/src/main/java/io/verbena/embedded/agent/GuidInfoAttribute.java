package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortChange;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;

/** GUIDInfo, IBA 14.2.5.5: one block; the first GUID is the port's own and cannot be set. */
final class GuidInfoAttribute implements Attribute {
    @Override
    public int get(Node node, Packet packet, Port arrival) {
        if (packet.header().attributeModifier() != 0) {
            return Status.INVALID_VALUE;
        }
        GuidInfo info = new GuidInfo();
        long[] guids = node.managed(arrival).guids();
        for (int i = 0; i < guids.length; i++) {
            info.guid(i, Guid.of(guids[i]));
        }
        packet.attribute(info);
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        if (packet.header().attributeModifier() != 0) {
            return Status.INVALID_VALUE;
        }
        long[] guids = node.managed(arrival).guids();
        GuidInfo wanted = packet.attribute(GuidInfo.LAYOUT);
        for (int i = 1; i < guids.length; i++) {
            guids[i] = wanted.guid(i).bits();
        }
        node.managed(arrival).changed(PortChange.GIDS);
        return get(node, packet, arrival);
    }
}
