package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;

/** GUIDInfo (IBA 14.2.5.5), with a single block. The first GUID is the port GUID and cannot be set. */
final class GuidInfoAttribute implements Attribute {
    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
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
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (packet.header().attributeModifier() != 0) {
            return Status.INVALID_VALUE;
        }
        long[] guids = node.managed(arrival).guids();
        GuidInfo wanted = packet.attribute(GuidInfo.LAYOUT);
        for (int i = 1; i < guids.length; i++) {
            guids[i] = wanted.guid(i).bits();
        }
        node.managed(arrival).changed(FabricPort.Change.GIDS);
        return get(node, packet, arrival);
    }
}
