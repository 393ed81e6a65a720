package io.verbena.monitor.metrics;

import io.verbena.iba.LaneSpeed;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of {@code guilbaults/infiniband-exporter}: ports of switches and hosts whose link is active, with the ends of the link
 * as labels. PortRcvSwitchRelayErrors has no series, because the exporter suppresses it.
 */
final class GuilbaultsMetrics {
    private static final String PREFIX = "infiniband_";
    private static final Map<MonitoredCounter, String> NAMES = new EnumMap<>(Map.ofEntries(
            Map.entry(MonitoredCounter.SYMBOL_ERROR, "symbolerrorcounter"),
            Map.entry(MonitoredCounter.LINK_ERROR_RECOVERY, "linkerrorrecoverycounter"),
            Map.entry(MonitoredCounter.LINK_DOWNED, "linkdownedcounter"),
            Map.entry(MonitoredCounter.RCV_ERRORS, "portrcverrors"),
            Map.entry(MonitoredCounter.RCV_REMOTE_PHYSICAL_ERRORS, "portrcvremotephysicalerrors"),
            Map.entry(MonitoredCounter.XMIT_DISCARDS, "portxmitdiscards"),
            Map.entry(MonitoredCounter.XMIT_CONSTRAINT_ERRORS, "portxmitconstrainterrors"),
            Map.entry(MonitoredCounter.RCV_CONSTRAINT_ERRORS, "portrcvconstrainterrors"),
            Map.entry(MonitoredCounter.LOCAL_LINK_INTEGRITY_ERRORS, "locallinkintegrityerrors"),
            Map.entry(MonitoredCounter.EXCESSIVE_BUFFER_OVERRUN_ERRORS, "excessivebufferoverrunerrors"),
            Map.entry(MonitoredCounter.VL15_DROPPED, "vl15dropped"),
            Map.entry(MonitoredCounter.XMIT_WAIT, "portxmitwait"),
            Map.entry(MonitoredCounter.XMIT_DATA, "portxmitdata"),
            Map.entry(MonitoredCounter.RCV_DATA, "portrcvdata"),
            Map.entry(MonitoredCounter.XMIT_PACKETS, "portxmitpkts"),
            Map.entry(MonitoredCounter.RCV_PACKETS, "portrcvpkts"),
            Map.entry(MonitoredCounter.UNICAST_XMIT_PACKETS, "portunicastxmitpkts"),
            Map.entry(MonitoredCounter.UNICAST_RCV_PACKETS, "portunicastrcvpkts"),
            Map.entry(MonitoredCounter.MULTICAST_XMIT_PACKETS, "portmulticastxmitpkts"),
            Map.entry(MonitoredCounter.MULTICAST_RCV_PACKETS, "portmulticastrcvpkts")));

    private GuilbaultsMetrics() {}

    static void write(Collection<MonitorSweep> sweeps, Writer out) throws IOException {
        List<MeasuredPort> ports = MeasuredPort.of(sweeps).stream()
                .filter(port -> port.isLinked()
                        && port.port().state().equals("Active")
                        && !port.node().type().equals("router"))
                .toList();
        for (Map.Entry<MonitoredCounter, String> each : NAMES.entrySet()) {
            writeCounter(each.getKey(), PREFIX + each.getValue() + "_total", ports, out);
        }
        writeGauge("speed", "Speed of a lane in Gb/s", ports, GuilbaultsMetrics::speed, out);
        writeGauge("width", "Number of lanes", ports, port -> port.port().lanes(), out);
        double seconds =
                sweeps.stream().mapToLong(MonitorSweep::durationMillis).max().orElse(0) / 1e3;
        writeValue("scrape_ok", "Whether the fabric was read", sweeps.isEmpty() ? 0 : 1, out);
        writeValue("scrape_duration_seconds", "Duration of the last sweep", seconds, out);
        writeValue("ibqueryerrors_duration_seconds", "Duration of the last sweep", seconds, out);
    }

    /** Returns the speed that infiniband-diags prints, in which FDR10 is rounded. */
    private static double speed(MeasuredPort port) {
        LaneSpeed speed = LaneSpeed.valueOf(port.port().speed());
        return speed == LaneSpeed.FDR10 ? speed.nominal() : speed.gigabits();
    }

    private static void writeCounter(MonitoredCounter counter, String name, List<MeasuredPort> ports, Writer out)
            throws IOException {
        MetricFamily family = new MetricFamily(name, "Counter " + counter.column() + " of a port", true);
        family.writeHeader(out);
        for (MeasuredPort port : ports) {
            PortSample sample = port.sample();
            if (sample != null && sample.value(counter) != PortSample.UNKNOWN) {
                family.writeSample(out, labels(port), (double) sample.value(counter));
            }
        }
    }

    private static void writeGauge(
            String name, String help, List<MeasuredPort> ports, ToDoubleFunction<MeasuredPort> value, Writer out)
            throws IOException {
        MetricFamily family = new MetricFamily(PREFIX + name, help, false);
        family.writeHeader(out);
        for (MeasuredPort port : ports) {
            family.writeSample(out, labels(port), value.applyAsDouble(port));
        }
    }

    private static void writeValue(String name, String help, double value, Writer out) throws IOException {
        MetricFamily family = new MetricFamily(PREFIX + name, help, false);
        family.writeHeader(out);
        family.writeSample(out, Map.of(), value);
    }

    /** Returns the labels. The GUID of the local end has no leading zeros, and that of the remote end has 16 digits. */
    private static Map<String, String> labels(MeasuredPort port) {
        NodeEntry peer = Objects.requireNonNull(port.peerNode());
        PortEntry peerPort = Objects.requireNonNull(port.peerPort());
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("component", port.node().isSwitch() ? "switch" : "ca");
        labels.put("local_name", port.node().name());
        labels.put(
                "local_guid",
                "0x" + Long.toHexString(Long.parseUnsignedLong(port.guid().substring(2), 16)));
        labels.put("local_port", Integer.toString(port.port().number()));
        labels.put("remote_guid", port.peerGuid());
        labels.put("remote_port", Integer.toString(peerPort.number()));
        labels.put("remote_name", peer.name());
        return labels;
    }
}
