package io.verbena.diag.validate;

import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The mappings of service levels to virtual lanes, and the lanes that have a weight in arbitration. Complete once the
 * sweep that fills it has ended; then safe for use by several threads.
 */
public final class LaneTables {
    static final int LEVELS = 16;

    private static final int LANE_BITS = 4;

    private final Map<Node, Mappings> mappings = new HashMap<>();
    private final Map<Port, Integer> weighted = new HashMap<>();

    /** Creates tables without entries. */
    public LaneTables() {}

    /** The mappings of a node: the lanes of all service levels, four bits each, by input and output port. */
    static final class Mappings {
        private final int ports;
        private final long[] rows;
        private final BitSet known;

        private Mappings(int ports) {
            this.ports = ports;
            this.rows = new long[ports * ports];
            this.known = new BitSet(ports * ports);
        }

        private void put(int in, int out, long lanes) {
            rows[in * ports + out] = lanes;
            known.set(in * ports + out);
        }

        /** Returns the virtual lane of a service level; 0 if the mapping was not read. */
        int lane(int in, int out, int level) {
            return (int) (rows[in * ports + out] >>> (level * LANE_BITS)) & (LEVELS - 1);
        }

        boolean has(int in, int out) {
            return known.get(in * ports + out);
        }

        long row(int in, int out) {
            return rows[in * ports + out];
        }

        /** Returns the number of ports, including port 0. */
        int ports() {
            return ports;
        }
    }

    /**
     * Adds a mapping.
     *
     * @param in the input port of a switch; 0 for other nodes
     * @param out the output port
     */
    public void mapping(Node node, int in, int out, SlToVlMappingTable table) {
        long lanes = 0;
        for (int level = 0; level < LEVELS; level++) {
            lanes |= (long) table.vl(level) << (level * LANE_BITS);
        }
        mappings.computeIfAbsent(node, absent -> new Mappings(node.info().numPorts() + 1))
                .put(in, out, lanes);
    }

    /**
     * Returns the virtual lanes of the service levels from 0 to 15; empty if the mapping was not read.
     *
     * @param in the input port of a switch; 0 for other nodes
     * @param out the output port
     */
    public Optional<int[]> mapping(Node node, int in, int out) {
        Mappings known = mappings.get(node);
        return known == null || !known.has(in, out)
                ? Optional.empty()
                : Optional.of(IntStream.range(0, LEVELS)
                        .map(level -> known.lane(in, out, level))
                        .toArray());
    }

    /**
     * Adds a block of the arbitration tables of a port.
     *
     * @param entries the number of entries of the block that the port has
     */
    public void arbitration(Port port, VlArbitrationTable table, int entries) {
        int lanes = 0;
        for (int i = 0; i < entries; i++) {
            VlArbitrationEntry entry = table.entry(i);
            lanes |= entry.weight() > 0 ? 1 << entry.vl() : 0;
        }
        weighted.merge(port, lanes, (one, other) -> one | other);
    }

    @Nullable Mappings of(Node node) {
        return mappings.get(node);
    }

    /** Returns the virtual lanes that have a weight at a port, one bit each; empty if the tables were not read. */
    OptionalInt weighted(Port port) {
        Integer lanes = weighted.get(port);
        return lanes == null ? OptionalInt.empty() : OptionalInt.of(lanes);
    }
}
