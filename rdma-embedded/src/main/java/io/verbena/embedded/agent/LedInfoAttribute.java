package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.LedInfo;

/** LedInfo (IBA 14.2.5.15): whether the LED of a port is on. */
final class LedInfoAttribute implements Attribute {
    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        byte[] kept = node.kept(LedInfo.LAYOUT.attributeId(), port.number());
        packet.attribute(kept == null ? new byte[LedInfo.LENGTH] : kept);
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        LedInfo led = new LedInfo().ledMask(packet.attribute(LedInfo.LAYOUT).ledMask());
        node.keep(LedInfo.LAYOUT.attributeId(), port.number(), led.toBytes());
        return get(node, packet, arrival);
    }
}
