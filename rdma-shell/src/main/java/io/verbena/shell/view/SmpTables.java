package io.verbena.shell.view;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;

/** Tables of a port that take several requests to read. */
public final class SmpTables {
    private static final int KEYS_PER_BLOCK = 32;
    private static final int GUIDS_PER_BLOCK = 8;
    private static final int ENTRIES_PER_BLOCK = 32;
    private static final int LEVELS = 16;
    private static final int LOW = 1;
    private static final int HIGH = 3;

    private SmpTables() {}

    /**
     * The partition keys of a port.
     *
     * @param capacity how many fit
     * @param pKeys those of all blocks, zeros included
     */
    public record PartitionKeys(int capacity, List<Integer> pKeys) {
        /** Reads them block by block. */
        public static PartitionKeys read(MadTransactor mad, Path path, int port) {
            NodeInfo node = node(mad, path, port);
            boolean ofSwitchPort = node.nodeType() == NodeType.SWITCH && port != 0;
            int capacity =
                    ofSwitchPort ? mad.subnGet(SwitchInfo.class, path).partitionEnforcementCap() : node.partitionCap();
            List<Integer> keys = new ArrayList<>();
            for (int block = 0; block * KEYS_PER_BLOCK < capacity; block++) {
                PKeyTable table = mad.subnGet(PKeyTable.class, path, (long) port << 16 | block);
                for (int i = 0; i < KEYS_PER_BLOCK; i++) {
                    keys.add(table.pKey(i));
                }
            }
            return new PartitionKeys(capacity, keys);
        }
    }

    /**
     * The GUIDs of a port.
     *
     * @param capacity how many fit
     * @param guids those of all blocks, zeros included
     */
    public record PortGuids(int capacity, List<Guid> guids) {
        /** Reads them block by block. */
        public static PortGuids read(MadTransactor mad, Path path) {
            int capacity = mad.subnGet(PortInfo.class, path).guidCap();
            List<Guid> guids = new ArrayList<>();
            for (int block = 0; block * GUIDS_PER_BLOCK < capacity; block++) {
                GuidInfo info = mad.subnGet(GuidInfo.class, path, block);
                for (int i = 0; i < GUIDS_PER_BLOCK; i++) {
                    guids.add(info.guid(i));
                }
            }
            return new PortGuids(capacity, guids);
        }
    }

    /**
     * The virtual lanes of all service levels.
     *
     * @param rows one for each port that a packet can come in by
     */
    public record VirtualLaneMap(List<Row> rows) {
        /**
         * The virtual lanes between two ports.
         *
         * @param in the port that a packet comes in by
         * @param out the port that it goes out by
         * @param vls the virtual lane of each service level
         */
        public record Row(int in, int out, List<Integer> vls) {}

        /** Reads the map of an adapter, or those of a switch to one of its ports. */
        public static VirtualLaneMap read(MadTransactor mad, Path path, int port) {
            NodeInfo node = node(mad, path, port);
            List<Row> rows = new ArrayList<>();
            boolean isSwitch = node.nodeType() == NodeType.SWITCH;
            int out = isSwitch ? port : 0;
            for (int in = 0; in <= (isSwitch ? node.numPorts() : 0); in++) {
                SlToVlMappingTable table = mad.subnGet(SlToVlMappingTable.class, path, in << 8 | out);
                List<Integer> lanes = new ArrayList<>();
                for (int level = 0; level < LEVELS; level++) {
                    lanes.add(table.vl(level));
                }
                rows.add(new Row(in, out, lanes));
            }
            return new VirtualLaneMap(rows);
        }
    }

    /**
     * How a port arbitrates between virtual lanes.
     *
     * @param port the port
     * @param present false for a base switch port 0, which has no such tables
     * @param low the entries of low priority
     * @param high the entries of high priority
     */
    public record Arbitration(int port, boolean present, List<VlArbitrationEntry> low, List<VlArbitrationEntry> high) {
        /** Reads the tables of both priorities. */
        public static Arbitration read(MadTransactor mad, Path path, int port) {
            if (port == 0
                    && mad.subnGet(NodeInfo.class, path).nodeType() == NodeType.SWITCH
                    && mad.subnGet(SwitchInfo.class, path).enhancedPort0() == 0) {
                return new Arbitration(port, false, List.of(), List.of());
            }
            PortInfo info = mad.subnGet(PortInfo.class, path, port);
            return new Arbitration(
                    port,
                    true,
                    entries(mad, path, port, LOW, info.vlArbitrationLowCap()),
                    entries(mad, path, port, HIGH, info.vlArbitrationHighCap()));
        }

        private static List<VlArbitrationEntry> entries(MadTransactor mad, Path path, int port, int block, int count) {
            List<VlArbitrationEntry> entries = new ArrayList<>();
            // Each priority has two blocks; a port that claims more is not believed.
            int believed = Math.min(count, 2 * ENTRIES_PER_BLOCK);
            for (int from = 0; from < believed; from += ENTRIES_PER_BLOCK) {
                long modifier = (long) (block + from / ENTRIES_PER_BLOCK) << 16 | port;
                VlArbitrationTable table = mad.subnGet(VlArbitrationTable.class, path, modifier);
                for (int i = 0; i < Math.min(ENTRIES_PER_BLOCK, believed - from); i++) {
                    entries.add(table.entry(i));
                }
            }
            return entries;
        }
    }

    private static NodeInfo node(MadTransactor mad, Path path, int port) {
        NodeInfo node = mad.subnGet(NodeInfo.class, path);
        if (port > node.numPorts()) {
            throw new RdmaException("there is no port " + port + "; the last is " + node.numPorts());
        }
        return node;
    }
}
