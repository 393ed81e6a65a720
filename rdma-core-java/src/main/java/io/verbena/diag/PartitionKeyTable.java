package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The partition keys of a port.
 *
 * @param capacity the number of entries in the table
 * @param pKeys the keys of all blocks, including zeros
 */
public record PartitionKeyTable(int capacity, List<Integer> pKeys) {
    private static final int KEYS_PER_BLOCK = 32;

    /**
     * Reads the table block by block.
     *
     * @throws RdmaException if the port does not exist, or a request fails
     */
    public static PartitionKeyTable read(SubnetManagement mad, Path path, int port) {
        NodeInfo node = NodePorts.node(mad, path, port);
        boolean ofSwitchPort = node.nodeType() == NodeType.SWITCH && port != 0;
        int capacity =
                ofSwitchPort ? mad.subnGet(SwitchInfo.class, path).partitionEnforcementCap() : node.partitionCap();
        List<Integer> keys = new ArrayList<>();
        for (int block = 0; block * KEYS_PER_BLOCK < capacity; block++) {
            PKeyTable table = mad.subnGet(PKeyTable.class, path, (long) port << 16 | block);
            IntStream.range(0, KEYS_PER_BLOCK).map(table::pKey).forEach(keys::add);
        }
        return new PartitionKeyTable(capacity, List.copyOf(keys));
    }
}
