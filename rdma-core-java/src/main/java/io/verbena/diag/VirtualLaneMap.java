package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The virtual lanes of all service levels.
 *
 * @param rows one for each port that a packet can come in by
 */
public record VirtualLaneMap(List<Row> rows) {
    private static final int LEVELS = 16;

    /**
     * The virtual lanes between two ports.
     *
     * @param in the port that a packet comes in by
     * @param out the port that it goes out by
     * @param vls the virtual lane of each service level
     */
    public record Row(int in, int out, List<Integer> vls) {}

    /**
     * Reads the map of an adapter, or those of a switch to one of its ports.
     *
     * @throws RdmaException if there is no such port, or a request fails
     */
    public static VirtualLaneMap read(SubnetManagement mad, Path path, int port) {
        NodeInfo node = NodePorts.node(mad, path, port);
        List<Row> rows = new ArrayList<>();
        boolean isSwitch = node.nodeType() == NodeType.SWITCH;
        int out = isSwitch ? port : 0;
        for (int in = 0; in <= (isSwitch ? node.numPorts() : 0); in++) {
            SlToVlMappingTable table = mad.subnGet(SlToVlMappingTable.class, path, in << 8 | out);
            List<Integer> lanes = new ArrayList<>();
            for (int level = 0; level < LEVELS; level++) {
                lanes.add(table.vl(level));
            }
            rows.add(new Row(in, out, List.copyOf(lanes)));
        }
        return new VirtualLaneMap(List.copyOf(rows));
    }
}
