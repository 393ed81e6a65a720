package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.SwitchInfo;

/** SwitchInfo, IBA 14.2.5.4. */
final class SwitchInfoAttribute implements Attribute {
    @Override
    public int get(Node node, Packet packet, Port arrival) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        packet.attribute(node.switchInfo());
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        SwitchInfo wanted = packet.attribute(SwitchInfo.LAYOUT);
        SwitchInfo info = node.switchInfo();
        if (wanted.linearFdbTop() >= info.linearFdbCap()) {
            return Status.INVALID_VALUE;
        }
        info.linearFdbTop(wanted.linearFdbTop())
                .defaultPort(wanted.defaultPort())
                .defaultMulticastPrimaryPort(wanted.defaultMulticastPrimaryPort())
                .defaultMulticastNotPrimaryPort(wanted.defaultMulticastNotPrimaryPort())
                .lifeTimeValue(wanted.lifeTimeValue())
                .multicastFdbTop(wanted.multicastFdbTop());
        // Writing a one clears it.
        if (wanted.portStateChange() == 1) {
            info.portStateChange(0);
        }
        packet.attribute(info);
        return Status.OK;
    }
}
