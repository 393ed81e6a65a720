package io.verbena.sm;

import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionControlTableEntry;
import io.verbena.iba.CongestionInfo;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.util.List;

/** Sets the control of congestion at the nodes that have an agent for it. */
final class CongestionSetup {
    private static final int BLOCK =
            CongestionControlTable.LAYOUT.field("entry").count();

    private final SmpBatch round;
    private final CongestionOptions wanted;

    CongestionSetup(SmpBatch round, CongestionOptions wanted) {
        this.round = round;
        this.wanted = wanted;
    }

    void start(ManagedPort port) {
        if (port.lacksCongestionControl || port.lid() == 0) {
            return;
        }
        CongestionInfo known = port.attributes.as(CongestionInfo.LAYOUT, 0);
        if (known != null || round.isPlan()) {
            // A plan cannot ask, since LIDs may not be set yet.
            set(port, known == null ? Integer.MAX_VALUE : known.controlTableCap());
            return;
        }
        round.getCongestion(
                CongestionInfo.LAYOUT,
                address(port),
                wanted.key(),
                port.route(),
                info -> {
                    port.attributes.put(info, 0);
                    set(port, info.controlTableCap());
                },
                () -> port.lacksCongestionControl = true);
    }

    private MadAddress address(ManagedPort port) {
        return MadAddress.generalService(port.lid(), port.info().masterSmSl(), 0);
    }

    private void set(ManagedPort port, int blocks) {
        if (port.node().isSwitch()) {
            set(port, wanted.switches(), 0);
            return;
        }
        // The table first: a host that slows down needs its delays.
        List<CongestionOptions.Delay> delays =
                wanted.delays().stream().limit((long) blocks * BLOCK).toList();
        for (int block = 0; block * BLOCK < delays.size(); block++) {
            CongestionControlTable table = new CongestionControlTable().cctiLimit(delays.size() - 1);
            for (int i = block * BLOCK; i < Math.min(delays.size(), (block + 1) * BLOCK); i++) {
                table.entry(
                        i % BLOCK,
                        new CongestionControlTableEntry()
                                .shift(delays.get(i).shift())
                                .multiplier(delays.get(i).multiplier()));
            }
            set(port, table, block);
        }
        set(port, wanted.adapters(), 0);
    }

    private void set(ManagedPort port, Structure attribute, long modifier) {
        if (!port.attributes.holds(attribute, modifier)) {
            round.setCongestion(
                    attribute,
                    modifier,
                    address(port),
                    wanted.key(),
                    port.route(),
                    () -> port.attributes.put(attribute, modifier));
        }
    }
}
