package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Field;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Layout;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import io.verbena.iba.PortSamplesControl;
import io.verbena.iba.PortSamplesResult;
import io.verbena.iba.PortSamplesResultExtended;
import io.verbena.iba.SampleStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The agent of performance management (IBA 16.1), with all counter attributes. */
final class PerformanceAgent extends ClassAgent {
    private static final int CLASS_VERSION = 1;
    private static final int ALL_PORT_SELECT = 1 << 8;
    private static final int EXTENDED_WIDTH = 1 << 9;
    private static final int XMIT_WAIT = 1 << 12;
    private static final int RS_FEC = 1 << 14;
    private static final int QP1_DROPPED = 1 << 15;
    private static final int MORE_EXTENDED_COUNTERS = 1 << 1;
    private static final int RESPONSE_TIME = 16;

    private final PortCounterAttribute fdr = new PortCounterAttribute(PortExtendedSpeedsCounters.LAYOUT);
    private final PortCounterAttribute rsFec = new PortCounterAttribute(PortExtendedSpeedsRsFecCounters.LAYOUT);

    PerformanceAgent(Timeline timeline) {
        super(CLASS_VERSION);
        add(
                ClassPortInfo.LAYOUT,
                (node, packet, arrival) -> answered(
                        packet,
                        new ClassPortInfo()
                                .baseVersion(1)
                                .classVersion(CLASS_VERSION)
                                .capabilityMask(ALL_PORT_SELECT | EXTENDED_WIDTH | XMIT_WAIT | RS_FEC | QP1_DROPPED)
                                .capabilityMask2(MORE_EXTENDED_COUNTERS)
                                .respTimeValue(RESPONSE_TIME)));
        for (Layout<?> layout : CounterSet.ATTRIBUTES) {
            PortCounterAttribute counters = new PortCounterAttribute(layout);
            add(layout, counters::get, counters::set);
        }
        add(
                PortExtendedSpeedsCounters.LAYOUT,
                (node, packet, arrival) -> laneErrors(node, packet).get(node, packet, arrival),
                (node, packet, arrival) -> laneErrors(node, packet).set(node, packet, arrival));
        new Samples(timeline).addTo(this);
    }

    /** PortExtendedSpeedsCounters (IBA 16.1.4.12), in the format for the error correction of the link. */
    private PortCounterAttribute laneErrors(FabricNode node, MadPacket packet) {
        List<FabricPort> ports = PortCounterAttribute.selected(
                node, packet.attribute(PortExtendedSpeedsCounters.LAYOUT).portSelect());
        if (ports.isEmpty()) {
            return fdr;
        }
        return switch (LaneSpeed.active(ports.get(0).info())) {
            case EDR, HDR, NDR, XDR -> rsFec;
            default -> fdr;
        };
    }

    /**
     * The samples of ports (IBA 16.1.3.2): the change of up to fifteen counters during an interval that starts some time
     * after the request. A tick is the time of 32 octets on one lane, as on the switches that fabrics consist of by default.
     */
    private static final class Samples {
        private static final int COUNTERS = 15;
        private static final int WIDTH_32 = 1;
        private static final int OCTETS_PER_TICK = 32;
        private static final long MAX_COUNT = 0xffffffffL;
        private static final String[] BY_CODE = {
            "portXmitData", "portRcvData", "portXmitPkts", "portRcvPkts", "portXmitWait"
        };

        private final Timeline timeline;
        private final Map<FabricPort, Sample> samples = new HashMap<>();

        Samples(Timeline timeline) {
            this.timeline = timeline;
        }

        private static final class Sample {
            private final PortSamplesControl control;
            private final FabricPort port;
            private final long[] values = new long[COUNTERS];

            Sample(FabricPort port, PortSamplesControl control) {
                this.port = port;
                this.control = control;
            }

            /** Returns the change of a counter; 0 while the sample is not complete. */
            long result(int counter) {
                return control.sampleStatus() == SampleStatus.COMPLETE ? values[counter] : 0;
            }

            void take(int sign) {
                for (int i = 0; i < COUNTERS; i++) {
                    int code = control.counterSelect(i);
                    if (code > 0 && code <= BY_CODE.length) {
                        values[i] += sign * port.counters().get(CounterSet.slot(BY_CODE[code - 1]));
                    }
                }
            }
        }

        void addTo(ClassAgent agent) {
            agent.add(PortSamplesControl.LAYOUT, this::control, this::setControl);
            agent.add(PortSamplesResult.LAYOUT, this::result);
            agent.add(PortSamplesResultExtended.LAYOUT, this::extendedResult);
        }

        private int control(FabricNode node, MadPacket packet, FabricPort arrival) {
            FabricPort port = port(node, packet);
            return port == null ? Status.INVALID_VALUE : answered(packet, sample(port).control);
        }

        private int setControl(FabricNode node, MadPacket packet, FabricPort arrival) {
            FabricPort port = port(node, packet);
            if (port == null || sample(port).control.sampleStatus() != SampleStatus.COMPLETE) {
                return Status.INVALID_VALUE;
            }
            start(new Sample(port, PortSamplesControl.LAYOUT.copy(packet.attribute(PortSamplesControl.LAYOUT))));
            return control(node, packet, arrival);
        }

        private void start(Sample sample) {
            PortSamplesControl control = abilities(sample.control).sampleStatus(SampleStatus.WAITING);
            samples.put(sample.port, sample);
            timeline.after(nanos(sample.port, control.sampleStart()), () -> {
                control.sampleStatus(SampleStatus.SAMPLING);
                sample.take(-1);
                timeline.after(nanos(sample.port, control.sampleInterval()), () -> {
                    sample.take(1);
                    control.sampleStatus(SampleStatus.COMPLETE);
                });
            });
        }

        /** Returns the duration of ticks at the speed of a port; a port without a link counts at the lowest speed. */
        private static long nanos(FabricPort port, long ticks) {
            LaneSpeed speed = LaneSpeed.active(port.info());
            double gigabits = (speed == LaneSpeed.UNKNOWN ? LaneSpeed.SDR : speed).dataGigabits();
            return Math.round(ticks * OCTETS_PER_TICK * Byte.SIZE / gigabits);
        }

        private static PortSamplesControl abilities(PortSamplesControl control) {
            return control.tick(OCTETS_PER_TICK - 1)
                    .counterWidth(WIDTH_32)
                    .counterMask0(1)
                    .sampleMechanisms(0);
        }

        private Sample sample(FabricPort port) {
            return samples.computeIfAbsent(
                    port,
                    first -> new Sample(
                            first, abilities(new PortSamplesControl()).portSelect(first.number())));
        }

        private static @Nullable FabricPort port(FabricNode node, MadPacket packet) {
            return node.port(packet.attribute(PortSamplesControl.LAYOUT).portSelect());
        }

        private int result(FabricNode node, MadPacket packet, FabricPort arrival) {
            Sample sample = last(arrival);
            PortSamplesResult result =
                    new PortSamplesResult().tag(sample.control.tag()).sampleStatus(sample.control.sampleStatus());
            for (int i = 0; i < COUNTERS; i++) {
                result.counter(i, Math.min(MAX_COUNT, sample.result(i)));
            }
            return answered(packet, result);
        }

        private int extendedResult(FabricNode node, MadPacket packet, FabricPort arrival) {
            Sample sample = last(arrival);
            PortSamplesResultExtended result = new PortSamplesResultExtended()
                    .tag(sample.control.tag())
                    .sampleStatus(sample.control.sampleStatus())
                    .extendedWidth(WIDTH_32);
            for (int i = 0; i < COUNTERS; i++) {
                result.counter(i, sample.result(i));
            }
            return answered(packet, result);
        }

        /** Returns the last sample of the node, because the request names no port. */
        private Sample last(FabricPort arrival) {
            return samples.values().stream()
                    .filter(each -> each.port.node() == arrival.node())
                    .findFirst()
                    .orElseGet(() -> sample(arrival));
        }
    }

    /**
     * An attribute that consists of counters (IBA 16.1.3.5, 16.1.4), which are the fields of its layout. A counter that
     * exceeds its field is shown as the maximum value. A Set writes the counters that CounterSelect selects.
     */
    private static final class PortCounterAttribute {
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
}
