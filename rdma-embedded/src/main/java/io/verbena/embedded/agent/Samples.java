package io.verbena.embedded.agent;

import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.PortSamplesControl;
import io.verbena.iba.PortSamplesResult;
import io.verbena.iba.PortSamplesResultExtended;
import io.verbena.iba.SampleStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The samples of ports (IBA 16.1.3.2): the change of up to fifteen counters during an interval that starts some time
 * after the request. A tick is a microsecond.
 */
final class Samples {
    private static final int COUNTERS = 15;
    private static final int WIDTH_32 = 1;
    private static final long LARGEST = 0xffffffffL;
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

        /** Adds the counters, or takes them off. */
        void take(int sign) {
            for (int i = 0; i < COUNTERS; i++) {
                int code = control.counterSelect(i);
                if (code > 0 && code <= BY_CODE.length) {
                    values[i] += sign * port.counters().get(CounterSet.slot(BY_CODE[code - 1]));
                }
            }
        }
    }

    Attribute control() {
        return new Attribute() {
            @Override
            public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
                FabricPort port = port(node, packet);
                if (port == null) {
                    return Status.INVALID_VALUE;
                }
                packet.attribute(sample(port).control);
                return Status.OK;
            }

            @Override
            public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
                FabricPort port = port(node, packet);
                if (port == null || sample(port).control.sampleStatus() != SampleStatus.COMPLETE) {
                    return Status.INVALID_VALUE;
                }
                start(new Sample(port, PortSamplesControl.LAYOUT.copy(packet.attribute(PortSamplesControl.LAYOUT))));
                return get(node, packet, arrival);
            }
        };
    }

    private void start(Sample sample) {
        PortSamplesControl control = abilities(sample.control).sampleStatus(SampleStatus.WAITING);
        samples.put(sample.port, sample);
        timeline.after(TimeUnit.MICROSECONDS.toNanos(control.sampleStart()), () -> {
            control.sampleStatus(SampleStatus.SAMPLING);
            sample.take(-1);
            timeline.after(TimeUnit.MICROSECONDS.toNanos(control.sampleInterval()), () -> {
                sample.take(1);
                control.sampleStatus(SampleStatus.COMPLETE);
            });
        });
    }

    private static PortSamplesControl abilities(PortSamplesControl control) {
        return control.counterWidth(WIDTH_32).counterMask0(1).sampleMechanisms(0);
    }

    private Sample sample(FabricPort port) {
        return samples.computeIfAbsent(
                port,
                first -> new Sample(first, abilities(new PortSamplesControl()).portSelect(first.number())));
    }

    private static @Nullable FabricPort port(FabricNode node, MadPacket packet) {
        return node.port(packet.attribute(PortSamplesControl.LAYOUT).portSelect());
    }

    Attribute result() {
        return (node, packet, arrival) -> answer(arrival, (sample, values) -> {
            PortSamplesResult result =
                    new PortSamplesResult().tag(sample.control.tag()).sampleStatus(sample.control.sampleStatus());
            for (int i = 0; i < COUNTERS; i++) {
                result.counter(i, Math.min(LARGEST, values[i]));
            }
            packet.attribute(result);
        });
    }

    Attribute extendedResult() {
        return (node, packet, arrival) -> answer(arrival, (sample, values) -> {
            PortSamplesResultExtended result = new PortSamplesResultExtended()
                    .tag(sample.control.tag())
                    .sampleStatus(sample.control.sampleStatus())
                    .extendedWidth(WIDTH_32);
            for (int i = 0; i < COUNTERS; i++) {
                result.counter(i, values[i]);
            }
            packet.attribute(result);
        });
    }

    /** Answers with the samples of the port that was last sampled on the node, because the request names no port. */
    private int answer(FabricPort arrival, BiConsumer<Sample, long[]> writer) {
        Sample sample = samples.values().stream()
                .filter(each -> each.port.node() == arrival.node())
                .findFirst()
                .orElseGet(() -> sample(arrival));
        boolean done = sample.control.sampleStatus() == SampleStatus.COMPLETE;
        writer.accept(sample, done ? sample.values : new long[COUNTERS]);
        return Status.OK;
    }
}
