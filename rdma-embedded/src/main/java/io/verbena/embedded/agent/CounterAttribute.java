package io.verbena.embedded.agent;

import io.verbena.embedded.node.Counters;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * Any attribute that shows counters (IBA 16.1.3.5, 16.1.4): its counters are the fields of its layout. A counter that does
 * not fit its field is shown as the largest value. Set writes those that CounterSelect names.
 */
final class CounterAttribute implements Attribute {
    // The first counter of those that the second mask of an attribute names.
    private static final String FIRST_OF_SECOND_MASK = "symbolErrorCounter";
    // The bits of CounterSelect that stand for FDR error correction come before those for RS-FEC.
    private static final int RS_FEC_LANES = 14;
    private static final int RS_FEC_PORT = 38;

    private final Field portSelect;
    private final Field counterSelect;
    private final List<Row> rows = new ArrayList<>();

    /** One counter: where it is in the attribute, where its value is, and where the bit is that selects it. */
    private record Row(int bit, int width, int slot, int selectedBy) {
        long show(long value) {
            long largest = -1L >>> (Long.SIZE - width);
            return Long.compareUnsigned(value, largest) > 0 ? largest : value;
        }
    }

    CounterAttribute(Layout<?> layout) {
        portSelect = layout.field("portSelect");
        counterSelect = layout.field("counterSelect");
        int index = 0;
        int second = 0;
        for (Field field : layout.fields()) {
            if (!Counters.isCounter(field)) {
                continue;
            }
            int slot = Counters.slot(field.name());
            if (isSelectedBySecondMask(layout, field, second > 0)) {
                // In PortCounters, qp1Dropped stands in front of portXmitWait, whose bit is the first.
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

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        List<Port> ports = ports(node, packet);
        for (Row row : rows) {
            long sum = 0;
            for (Port port : ports) {
                long next = sum + port.counters().get(row.slot);
                sum = Long.compareUnsigned(next, sum) < 0 ? -1 : next;
            }
            packet.bits(row.bit, row.width, row.show(sum));
        }
        return ports.isEmpty() ? Status.INVALID_VALUE : Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        for (Port port : ports(node, packet)) {
            for (Row row : rows) {
                if (packet.bits(row.selectedBy, 1) == 1) {
                    port.counters().set(row.slot, packet.bits(row.bit, row.width));
                }
            }
        }
        return get(node, packet, arrival);
    }

    private List<Port> ports(Node node, Packet packet) {
        return CounterPorts.selected(node, (int) packet.bits(portSelect.bit(), portSelect.width()));
    }
}
