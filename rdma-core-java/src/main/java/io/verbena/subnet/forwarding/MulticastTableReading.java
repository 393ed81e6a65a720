package io.verbena.subnet.forwarding;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads multicast forwarding tables up to MulticastFDBTop or, if a switch does not support that, up to their capacity.
 */
final class MulticastTableReading extends TableReading<MulticastTables, MulticastForwardingTable> {
    /** Shift of the port position in the attribute modifier (IBA 14.2.5.12). */
    private static final int POSITION = 28;

    private final Map<Guid, MulticastMasks> tables = new HashMap<>();

    MulticastTableReading(Subnet subnet, MadTransactor mad) {
        super(subnet, mad, MulticastForwardingTable.class);
    }

    private static int groups(Node node) {
        int room = Math.min(
                node.switchInfo().map(SwitchInfo::multicastFdbCap).orElse(0),
                Lid.PERMISSIVE.bits() - Lid.FIRST_MULTICAST.bits());
        int top = node.switchInfo().map(SwitchInfo::multicastFdbTop).orElse(0);
        return top == 0 ? room : Math.max(0, Math.min(room, top - Lid.FIRST_MULTICAST.bits() + 1));
    }

    private static int positions(Node node) {
        return node.info().numPorts() / MulticastMasks.PORTS + 1;
    }

    @Override
    List<Long> blocks(Node node) {
        List<Long> blocks = new ArrayList<>();
        for (long block = 0; block * MulticastMasks.BLOCK < groups(node); block++) {
            for (long position = 0; position < positions(node); position++) {
                blocks.add(position << POSITION | block);
            }
        }
        return blocks;
    }

    @Override
    void accept(Node node, int index, MulticastForwardingTable answer) {
        int positions = positions(node);
        tables.computeIfAbsent(node.guid(), absent -> new MulticastMasks(groups(node), positions))
                .put(index / positions, index % positions, answer);
    }

    @Override
    MulticastTables finish(List<RdmaException> notRead) {
        return new MulticastTables(tables, notRead);
    }
}
