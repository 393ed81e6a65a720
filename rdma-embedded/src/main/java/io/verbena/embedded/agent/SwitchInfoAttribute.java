package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.SwitchInfo;

/** SwitchInfo (IBA 14.2.5.4). */
final class SwitchInfoAttribute implements Attribute {
    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        packet.attribute(node.switchInfo());
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
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
        // The bit is cleared by writing a one.
        if (wanted.portStateChange() == 1) {
            info.portStateChange(0);
        }
        packet.attribute(info);
        return Status.OK;
    }
}
