package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * An attribute that consists of counters (IBA 16.1.3.5, 16.1.4), which are the fields of its layout. A counter that
 * exceeds its field is shown as the maximum value. A Set writes the counters that CounterSelect selects.
 */
final class PortCounterAttribute {
    // The first counter that the second mask of an attribute selects.
    private static final String FIRST_OF_SECOND_MASK = "symbolErrorCounter";
    // The bits of CounterSelect for FDR error correction precede those for RS-FEC.
    private static final int RS_FEC_LANES = 14;
    private static final int RS_FEC_PORT = 38;
    private static final int ALL_PORTS = 0xff;

    private final Field portSelect;
    private final Field counterSelect;
    private final List<Row> rows = new ArrayList<>();

    /** A counter: its position in the attribute, its slot, and the bit that selects it. */
    private record Row(int bit, int width, int slot, int selectedBy) {
        long show(long value) {
            long largest = -1L >>> (Long.SIZE - width);
            return Long.compareUnsigned(value, largest) > 0 ? largest : value;
        }
    }

    PortCounterAttribute(Layout<?> layout) {
        portSelect = layout.field("portSelect");
        counterSelect = layout.field("counterSelect");
        int index = 0;
        int second = 0;
        for (Field field : layout.fields()) {
            if (!CounterSet.isCounter(field)) {
                continue;
            }
            int slot = CounterSet.slot(field.name());
            if (isSelectedBySecondMask(layout, field, second > 0)) {
                // In PortCounters, qp1Dropped precedes portXmitWait, but follows it in the mask.
                int place = layout == PortCounters.LAYOUT ? 1 - second : second;
                rows.add(new Row(field.bit(), field.width(), slot, bitOf(layout.field("counterSelect2"), place)));
                second++;
                continue;
            }
            index = Math.max(index, firstIndex(layout, field));
            for (int element = 0; element < field.count(); element++) {
                int bit = field.bit() + element * field.width();
                rows.add(new Row(bit, field.width(), slot + element, bitOf(counterSelect, index++)));
            }
        }
    }

    private static boolean isSelectedBySecondMask(Layout<?> layout, Field field, boolean begun) {
        if (layout == PortCountersExtended.LAYOUT) {
            return begun || field.name().equals(FIRST_OF_SECOND_MASK);
        }
        return layout == PortCounters.LAYOUT
                && (field.name().equals("portXmitWait") || field.name().equals("qp1Dropped"));
    }

    private static int firstIndex(Layout<?> layout, Field field) {
        if (layout != PortExtendedSpeedsRsFecCounters.LAYOUT) {
            return 0;
        }
        return switch (field.name()) {
            case "fecCorrectableSymbolCtrLane" -> RS_FEC_LANES;
            case "portFecCorrectableBlockCtr" -> RS_FEC_PORT;
            default -> 0;
        };
    }

    private static int bitOf(Field mask, int index) {
        return mask.bit() + mask.width() - 1 - index;
    }

    int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        List<FabricPort> ports = ports(node, packet);
        for (Row row : rows) {
            long sum = 0;
            for (FabricPort port : ports) {
                long next = sum + port.counters().get(row.slot);
                sum = Long.compareUnsigned(next, sum) < 0 ? -1 : next;
            }
            packet.bits(row.bit, row.width, row.show(sum));
        }
        return ports.isEmpty() ? Status.INVALID_VALUE : Status.OK;
    }

    int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        for (FabricPort port : ports(node, packet)) {
            for (Row row : rows) {
                if (packet.bits(row.selectedBy, 1) == 1) {
                    port.counters().set(row.slot, packet.bits(row.bit, row.width));
                }
            }
        }
        return get(node, packet, arrival);
    }

    private List<FabricPort> ports(FabricNode node, MadPacket packet) {
        return selected(node, (int) packet.bits(portSelect.bit(), portSelect.width()));
    }

    /** Returns the ports that a PortSelect selects (IBA 16.1.3.5); none if there is no such port. */
    static List<FabricPort> selected(FabricNode node, int portSelect) {
        if (portSelect == ALL_PORTS) {
            return node.ports().filter(port -> port.number() != 0).toList();
        }
        FabricPort port = node.port(portSelect);
        return port == null ? List.of() : List.of(port);
    }
}
