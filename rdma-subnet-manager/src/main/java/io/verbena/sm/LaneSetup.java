package io.verbena.sm;

import io.verbena.iba.Layout;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.Structure;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import java.util.List;

/** Configures the virtual lanes of a port with a link, or of an enhanced port 0 (IBA 14.2.5.8, 14.2.5.9). */
final class LaneSetup {
    /** The lane of service levels whose packets are dropped. */
    private static final int DROP = 15;

    private static final int ENTRIES_OF_BLOCK = 32;
    private static final long LOW = 1L << Short.SIZE;
    private static final long HIGH = 3L << Short.SIZE;

    private final SmpBatch round;
    private final ManagedPort port;
    private final ManagedPort keeper;
    private final LaneOptions wanted;

    LaneSetup(SmpBatch round, ManagedPort port, QosOptions options) {
        this.round = round;
        this.port = port;
        this.keeper = port.keeper();
        this.wanted = options.of(port);
    }

    void start() {
        PortInfo info = port.info();
        int lanes = ManagedPort.lanes(info.operationalVls());
        int number = port.node().isSwitch() ? port.number() : 0;
        SlToVlMappingTable levels = new SlToVlMappingTable();
        for (int level = 0; level < wanted.levels().size(); level++) {
            int lane = wanted.levels().get(level);
            levels.vl(level, lane == DROP ? DROP : lane % lanes);
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
            // A single lane needs no arbitration.
            set(VlArbitrationTable.LAYOUT, table(wanted.high(), lanes, info.vlArbitrationHighCap()), HIGH | number);
            set(VlArbitrationTable.LAYOUT, table(wanted.low(), lanes, info.vlArbitrationLowCap()), LOW | number);
        }
    }

    private static VlArbitrationTable table(List<LaneOptions.Weight> weights, int lanes, int cap) {
        VlArbitrationTable table = new VlArbitrationTable();
        int entries = 0;
        for (LaneOptions.Weight each : weights) {
            if (each.lane() < lanes && entries < Math.min(cap, ENTRIES_OF_BLOCK)) {
                table.entry(entries++, new VlArbitrationEntry().vl(each.lane()).weight(each.weight()));
            }
        }
        return table;
    }

    private <T extends Structure> void set(Layout<T> layout, T wanted, long modifier) {
        if (!keeper.attributes.holds(wanted, modifier)) {
            round.set(layout, wanted, modifier, port.route(), answer -> keeper.attributes.put(answer, modifier));
        }
    }
}
