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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The metrics of {@code treydock/infiniband_exporter}: each family once for switches and once for hosts. Only ports with a link
 * have series. A port of a host is a device of its own, with the GUID of the port; a router is only the peer of other ports.
 */
final class TreydockMetrics {
    private static final int WORD = 4;
    private static final Map<MonitoredCounter, String> NAMES = new EnumMap<>(Map.ofEntries(
            Map.entry(MonitoredCounter.SYMBOL_ERROR, "symbol_error"),
            Map.entry(MonitoredCounter.LINK_ERROR_RECOVERY, "link_error_recovery"),
            Map.entry(MonitoredCounter.LINK_DOWNED, "link_downed"),
            Map.entry(MonitoredCounter.RCV_ERRORS, "receive_errors"),
            Map.entry(MonitoredCounter.RCV_REMOTE_PHYSICAL_ERRORS, "receive_remote_physical_errors"),
            Map.entry(MonitoredCounter.RCV_SWITCH_RELAY_ERRORS, "receive_switch_relay_errors"),
            Map.entry(MonitoredCounter.XMIT_DISCARDS, "transmit_discards"),
            Map.entry(MonitoredCounter.XMIT_CONSTRAINT_ERRORS, "transmit_constraint_errors"),
            Map.entry(MonitoredCounter.RCV_CONSTRAINT_ERRORS, "receive_constraint_errors"),
            Map.entry(MonitoredCounter.LOCAL_LINK_INTEGRITY_ERRORS, "local_link_integrity_errors"),
            Map.entry(MonitoredCounter.EXCESSIVE_BUFFER_OVERRUN_ERRORS, "excessive_buffer_overrun_errors"),
            Map.entry(MonitoredCounter.VL15_DROPPED, "vl15_dropped"),
            Map.entry(MonitoredCounter.XMIT_WAIT, "transmit_wait"),
            Map.entry(MonitoredCounter.XMIT_DATA, "transmit_data_bytes"),
            Map.entry(MonitoredCounter.RCV_DATA, "receive_data_bytes"),
            Map.entry(MonitoredCounter.XMIT_PACKETS, "transmit_packets"),
            Map.entry(MonitoredCounter.RCV_PACKETS, "receive_packets"),
            Map.entry(MonitoredCounter.UNICAST_XMIT_PACKETS, "unicast_transmit_packets"),
            Map.entry(MonitoredCounter.UNICAST_RCV_PACKETS, "unicast_receive_packets"),
            Map.entry(MonitoredCounter.MULTICAST_XMIT_PACKETS, "multicast_transmit_packets"),
            Map.entry(MonitoredCounter.MULTICAST_RCV_PACKETS, "multicast_receive_packets")));

    private TreydockMetrics() {}

    static void write(Collection<MonitorSweep> sweeps, Writer out) throws IOException {
        List<MeasuredPort> ports =
                MeasuredPort.of(sweeps).stream().filter(MeasuredPort::isLinked).toList();
        for (String kind : List.of("switch", "hca")) {
            String type = kind.equals("hca") ? "host" : kind;
            List<MeasuredPort> ofKind = ports.stream()
                    .filter(port -> port.node().type().equals(type))
                    .toList();
            writeInfo(ofKind, kind, out);
            writeCounters(ofKind, kind, out);
            writeUplinks(ofKind, kind, out);
            String rate = kind.equals("switch") ? "infiniband_switch_port" : "infiniband_hca";
            writeRates(ofKind, rate + "_rate_bytes_per_second", "Effective", out);
            writeRates(ofKind, rate + "_raw_rate_bytes_per_second", "Signaling", out);
        }
    }

    private static void writeInfo(List<MeasuredPort> ports, String kind, Writer out) throws IOException {
        MetricFamily family = new MetricFamily("infiniband_" + kind + "_info", "A node of the fabric", false);
        family.writeHeader(out);
        Set<String> written = new HashSet<>();
        for (MeasuredPort port : ports) {
            if (written.add(port.guid())) {
                Map<String, String> labels = new LinkedHashMap<>();
                labels.put("guid", port.guid());
                labels.put(kind, port.node().name());
                labels.put("lid", Integer.toString(port.port().lid()));
                family.writeSample(out, labels, 1);
            }
        }
    }

    private static void writeCounters(List<MeasuredPort> ports, String kind, Writer out) throws IOException {
        for (Map.Entry<MonitoredCounter, String> each : NAMES.entrySet()) {
            MonitoredCounter counter = each.getKey();
            MetricFamily family = new MetricFamily(
                    "infiniband_" + kind + "_port_" + each.getValue() + "_total",
                    "Counter " + counter.column() + " of a port",
                    true);
            boolean words = counter == MonitoredCounter.XMIT_DATA || counter == MonitoredCounter.RCV_DATA;
            family.writeHeader(out);
            for (MeasuredPort port : ports) {
                PortSample sample = port.sample();
                if (sample != null && sample.value(counter) != PortSample.UNKNOWN) {
                    family.writeSample(out, place(port), (double) sample.value(counter) * (words ? WORD : 1));
                }
            }
        }
    }

    private static Map<String, String> place(MeasuredPort port) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("guid", port.guid());
        labels.put("port", Integer.toString(port.port().number()));
        return labels;
    }

    private static void writeUplinks(List<MeasuredPort> ports, String kind, Writer out) throws IOException {
        MetricFamily family = new MetricFamily("infiniband_" + kind + "_uplink_info", "The peer of a port", false);
        family.writeHeader(out);
        for (MeasuredPort port : ports) {
            NodeEntry peer = Objects.requireNonNull(port.peerNode());
            PortEntry peerPort = Objects.requireNonNull(port.peerPort());
            Map<String, String> labels = place(port);
            labels.put(kind, port.node().name());
            labels.put("uplink", peer.name());
            labels.put("uplink_guid", port.peerGuid());
            labels.put("uplink_type", type(peer));
            labels.put("uplink_port", Integer.toString(peerPort.number()));
            labels.put("uplink_lid", Integer.toString(peerPort.lid()));
            family.writeSample(out, labels, 1);
        }
    }

    /** Returns the type of a node as ibnetdiscover prints it. */
    private static String type(NodeEntry node) {
        return switch (node.type()) {
            case "switch" -> "SW";
            case "router" -> "RT";
            default -> "CA";
        };
    }

    private static void writeRates(List<MeasuredPort> ports, String name, String text, Writer out) throws IOException {
        MetricFamily family = new MetricFamily(name, text + " rate of a link", false);
        family.writeHeader(out);
        for (MeasuredPort port : ports) {
            LaneSpeed speed = LaneSpeed.valueOf(port.port().speed());
            double lane = text.equals("Effective") ? effective(speed) : raw(speed);
            Map<String, String> labels = place(port);
            if (!port.node().isSwitch()) {
                labels.remove("port");
            }
            family.writeSample(out, labels, lane * port.port().lanes() * 1e9 / Byte.SIZE);
        }
    }

    /** Returns the rate of data in Gb/s: without the overhead of the codes 8b/10b and 64b/66b. */
    private static double effective(LaneSpeed speed) {
        return switch (speed) {
            case SDR, DDR, QDR -> speed.gigabits() * 0.8;
            case FDR -> 13.64;
            default -> speed.nominal();
        };
    }

    /** Returns the signaling rate in Gb/s, which the exporter rounds from HDR on. */
    private static double raw(LaneSpeed speed) {
        return speed.gigabits() < LaneSpeed.HDR.gigabits() ? speed.gigabits() : speed.nominal();
    }
}
