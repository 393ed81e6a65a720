package io.verbena.subnet.forwarding;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Reads linear forwarding tables up to LinearFDBTop. */
final class LinearTableReading extends TableReading<ForwardingTables, LinearForwardingTable> {
    private static final int BLOCK = 64;

    private final Map<Guid, byte[]> tables = new HashMap<>();
    private final Map<Guid, Integer> lengths = new HashMap<>();

    LinearTableReading(Subnet subnet, MadTransactor mad) {
        super(subnet, mad, LinearForwardingTable.class);
    }

    /** Returns the number of entries, including LID 0; 0 if a switch has no table. */
    private static int length(Node node) {
        int top = node.switchInfo().map(SwitchInfo::linearFdbTop).orElse(0);
        return top == 0 ? 0 : Math.min(top + 1, Lid.FIRST_MULTICAST.bits());
    }

    @Override
    List<Long> blocks(Node node) {
        return LongStream.range(0, (length(node) + BLOCK - 1) / BLOCK).boxed().toList();
    }

    @Override
    void accept(Node node, int index, LinearForwardingTable block) {
        int from = index * BLOCK;
        int entries = Math.min(BLOCK, length(node) - from);
        byte[] table = tables.computeIfAbsent(node.guid(), absent -> new byte[length(node)]);
        System.arraycopy(block.toBytes(), 0, table, from, entries);
        lengths.put(node.guid(), from + entries);
    }

    @Override
    ForwardingTables finish(List<RdmaException> notRead) {
        lengths.forEach((node, length) -> tables.computeIfPresent(
                node, (same, table) -> length == table.length ? table : Arrays.copyOf(table, length)));
        return new ForwardingTables(tables, notRead);
    }
}
