package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.NoticeType;
import io.verbena.iba.SubnetNotice;

/**
 * Notice (IBA 13.4.8.2): the oldest stored notice. Setting it removes the notice, and the response contains the next.
 */
final class NoticeAttribute implements Attribute {
    private final Traps traps;

    NoticeAttribute(Traps traps) {
        this.traps = traps;
    }

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        SubnetNotice oldest = traps.oldest(node);
        packet.attribute(oldest == null ? new SubnetNotice().noticeType(NoticeType.EMPTY) : oldest);
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        traps.taken(node);
        return get(node, packet, arrival);
    }
}
