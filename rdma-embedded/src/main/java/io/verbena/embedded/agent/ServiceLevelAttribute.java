package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.SlToVlMappingTable;

/** SLtoVLMappingTable, IBA 14.2.5.8: of a switch, from the port in bits 15 to 8 of the modifier to that in bits 7 to 0. */
final class ServiceLevelAttribute implements Attribute {
    private static final int PORT_BITS = 0xff;

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        return exchange(node, packet, arrival, false);
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        return exchange(node, packet, arrival, true);
    }

    private static int exchange(Node node, Packet packet, Port arrival, boolean set) {
        long modifier = packet.header().attributeModifier();
        int in = node.forwards() ? (int) (modifier >>> Byte.SIZE & PORT_BITS) : 0;
        Port out = PortSelection.ofSwitch(node, modifier & PORT_BITS, arrival);
        boolean known = in <= node.numPorts() && (!node.forwards() || modifier >>> Short.SIZE == 0);
        if (out == null || !known) {
            return Status.INVALID_VALUE;
        }
        if (set) {
            node.serviceLevels().table(in, out, packet.attribute(SlToVlMappingTable.LAYOUT));
        }
        packet.attribute(node.serviceLevels().table(in, out));
        return Status.OK;
    }
}
