package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.NoticeType;
import io.verbena.iba.SubnetNotice;

/** Notice, IBA 13.4.8.2: the oldest that is kept. Setting it takes it away; the answer is the next. */
final class NoticeAttribute implements Attribute {
    private final Traps traps;

    NoticeAttribute(Traps traps) {
        this.traps = traps;
    }

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        SubnetNotice oldest = traps.oldest(node);
        packet.attribute(oldest == null ? new SubnetNotice().noticeType(NoticeType.EMPTY) : oldest);
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        traps.taken(node);
        return get(node, packet, arrival);
    }
}
