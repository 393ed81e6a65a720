package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.PartitionKeys;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortChange;
import io.verbena.iba.PKeyTable;
import org.jspecify.annotations.Nullable;

/** P_KeyTable, IBA 14.2.5.7: the block in the lower half of the modifier, the port of a switch in the upper. */
final class PKeyTableAttribute implements Attribute {
    private static final int HALF = 0xffff;

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        Port port = port(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        PKeyTable table = new PKeyTable();
        for (int i = 0; i < PartitionKeys.BLOCK; i++) {
            table.pKey(i, port.keys().get(first(packet) + i));
        }
        packet.attribute(table);
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        Port port = port(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        PKeyTable wanted = packet.attribute(PKeyTable.LAYOUT);
        for (int i = 0; i < PartitionKeys.BLOCK; i++) {
            port.keys().set(first(packet) + i, wanted.pKey(i));
        }
        port.changed(PortChange.PARTITION_KEYS);
        return Status.OK;
    }

    private static @Nullable Port port(Node node, Packet packet, Port arrival) {
        Port port = PortSelection.ofSwitch(node, packet.header().attributeModifier() >>> Short.SIZE, arrival);
        return port == null || first(packet) >= port.keys().capacity() ? null : port;
    }

    private static int first(Packet packet) {
        return (int) (packet.header().attributeModifier() & HALF) * PartitionKeys.BLOCK;
    }
}
