package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.LedInfo;

/** LedInfo, IBA 14.2.5.15: whether the lamp of a port is lit. */
final class LedInfoAttribute implements Attribute {
    @Override
    public int get(Node node, Packet packet, Port arrival) {
        Port port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        byte[] kept = node.kept(LedInfo.LAYOUT.attributeId(), port.number());
        packet.attribute(kept == null ? new byte[LedInfo.LENGTH] : kept);
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        Port port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        LedInfo led = new LedInfo().ledMask(packet.attribute(LedInfo.LAYOUT).ledMask());
        node.keep(LedInfo.LAYOUT.attributeId(), port.number(), led.toBytes());
        return get(node, packet, arrival);
    }
}
