package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The virtual lane arbitration tables of a port.
 *
 * @param port the port number
 * @param present false for a base switch port 0, which has no such tables
 * @param low the entries of low priority
 * @param high the entries of high priority
 */
public record VirtualLaneArbitration(
        int port, boolean present, List<VlArbitrationEntry> low, List<VlArbitrationEntry> high) {
    private static final int ENTRIES_PER_BLOCK = 32;
    private static final int LOW = 1;
    private static final int HIGH = 3;

    /**
     * Reads the tables of both priorities.
     *
     * @throws RdmaException if a request fails
     */
    public static VirtualLaneArbitration read(SubnetManagement mad, Path path, int port) {
        if (port == 0
                && mad.subnGet(NodeInfo.class, path).nodeType() == NodeType.SWITCH
                && mad.subnGet(SwitchInfo.class, path).enhancedPort0() == 0) {
            return new VirtualLaneArbitration(port, false, List.of(), List.of());
        }
        PortInfo info = mad.subnGet(PortInfo.class, path, port);
        return new VirtualLaneArbitration(
                port,
                true,
                entries(mad, path, port, LOW, info.vlArbitrationLowCap()),
                entries(mad, path, port, HIGH, info.vlArbitrationHighCap()));
    }

    private static List<VlArbitrationEntry> entries(SubnetManagement mad, Path path, int port, int block, int count) {
        List<VlArbitrationEntry> entries = new ArrayList<>();
        // Each priority has two blocks; larger capacities are ignored.
        int believed = Math.min(count, 2 * ENTRIES_PER_BLOCK);
        for (int from = 0; from < believed; from += ENTRIES_PER_BLOCK) {
            long modifier = (long) (block + from / ENTRIES_PER_BLOCK) << 16 | port;
            VlArbitrationTable table = mad.subnGet(VlArbitrationTable.class, path, modifier);
            for (int i = 0; i < Math.min(ENTRIES_PER_BLOCK, believed - from); i++) {
                entries.add(table.entry(i));
            }
        }
        return List.copyOf(entries);
    }
}
