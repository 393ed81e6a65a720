package io.verbena.embedded.sm;

import io.verbena.iba.Layout;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.Structure;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;

/**
 * Configures the virtual lanes of a port with a link: service levels are distributed evenly, and all lanes have the
 * same weight (IBA 14.2.5.8, 14.2.5.9).
 */
final class LaneSetup {
    private static final int LEVELS = 16;
    private static final int WEIGHT = 4;
    private static final int ENTRIES_OF_BLOCK = 32;
    private static final long LOW = 1L << Short.SIZE;
    private static final long HIGH = 3L << Short.SIZE;

    private final SmpBatch round;
    private final ManagedPort port;
    private final ManagedPort keeper;

    LaneSetup(SmpBatch round, ManagedPort port) {
        this.round = round;
        this.port = port;
        this.keeper = port.node().isSwitch() ? port.node().zero() : port;
    }

    void start() {
        PortInfo info = port.info();
        int lanes = ManagedPort.lanes(info.operationalVls());
        int number = port.node().isSwitch() ? port.number() : 0;
        SlToVlMappingTable levels = new SlToVlMappingTable();
        for (int level = 0; level < LEVELS; level++) {
            levels.vl(level, level % lanes);
        }
        if (port.node().isSwitch()) {
            port.node()
                    .ports()
                    .filter(in -> in.number() == 0 || in.peer() != null)
                    .forEach(in -> set(SlToVlMappingTable.LAYOUT, levels, (long) in.number() << Byte.SIZE | number));
        } else {
            set(SlToVlMappingTable.LAYOUT, levels, 0);
        }
        if (lanes > 1) {
            // A single lane needs no arbitration. Lane 0 has high priority, and all lanes share the low priority.
            set(VlArbitrationTable.LAYOUT, weights(0, 1, info.vlArbitrationHighCap()), HIGH | number);
            set(VlArbitrationTable.LAYOUT, weights(0, lanes, info.vlArbitrationLowCap()), LOW | number);
        }
    }

    private static VlArbitrationTable weights(int from, int to, int cap) {
        VlArbitrationTable table = new VlArbitrationTable();
        for (int lane = from; lane < Math.min(to, Math.min(cap, ENTRIES_OF_BLOCK)); lane++) {
            table.entry(lane, new VlArbitrationEntry().vl(lane).weight(WEIGHT));
        }
        return table;
    }

    private <T extends Structure> void set(Layout<T> layout, T wanted, long modifier) {
        if (!keeper.attributes().holds(wanted, modifier)) {
            round.set(
                    layout,
                    wanted,
                    modifier,
                    port.route(),
                    answer -> keeper.attributes().put(answer, modifier));
        }
    }
}
