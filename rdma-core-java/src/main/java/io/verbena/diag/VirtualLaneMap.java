package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The mapping of service levels to virtual lanes.
 *
 * @param rows one row for each input port
 */
public record VirtualLaneMap(List<Row> rows) {
    private static final int LEVELS = 16;

    /**
     * The virtual lanes between two ports.
     *
     * @param in the input port
     * @param out the output port
     * @param vls the virtual lane of each service level
     */
    public record Row(int in, int out, List<Integer> vls) {}

    /**
     * Reads the map of an adapter, or the maps of a switch to one of its ports.
     *
     * @throws RdmaException if the port does not exist, or a request fails
     */
    public static VirtualLaneMap read(SubnetManagement mad, Path path, int port) {
        NodeInfo node = NodePorts.node(mad, path, port);
        List<Row> rows = new ArrayList<>();
        boolean isSwitch = node.nodeType() == NodeType.SWITCH;
        int out = isSwitch ? port : 0;
        for (int in = 0; in <= (isSwitch ? node.numPorts() : 0); in++) {
            SlToVlMappingTable table = mad.subnGet(SlToVlMappingTable.class, path, in << 8 | out);
            rows.add(new Row(
                    in, out, IntStream.range(0, LEVELS).map(table::vl).boxed().toList()));
        }
        return new VirtualLaneMap(List.copyOf(rows));
    }
}
