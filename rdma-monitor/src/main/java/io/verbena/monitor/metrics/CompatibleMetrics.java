package io.verbena.monitor.metrics;

import io.verbena.iba.LaneSpeed;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The exporters whose names and labels the monitor offers. */
public enum CompatibleMetrics {
    /** Names and labels of {@code treydock/infiniband_exporter} 0.10.0; data counters are in bytes. */
    TREYDOCK,
    /** Names and labels of {@code guilbaults/infiniband-exporter} 0.0.7; data counters are in words of four bytes. */
    GUILBAULTS;

    /**
     * Returns the exporter of a name in lower case.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public static CompatibleMetrics ofName(String name) {
        return Arrays.stream(values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not an exporter; expected one of "
                        + Arrays.stream(values()).map(CompatibleMetrics::text).collect(Collectors.joining(", "))));
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes the metrics of sweeps in the text format of Prometheus.
     *
     * @throws IOException if the reader has gone
     */
    public void write(Collection<MonitorSweep> sweeps, Writer out) throws IOException {
        switch (this) {
            case TREYDOCK -> TreydockMetrics.write(sweeps, out);
            case GUILBAULTS -> GuilbaultsMetrics.write(sweeps, out);
        }
    }

    /**
     * The metrics of {@code guilbaults/infiniband-exporter}: ports of switches and hosts whose link is active, with the ends of the link
     * as labels. PortRcvSwitchRelayErrors has no series, because the exporter suppresses it.
     */
    private static final class GuilbaultsMetrics {
        private static final String PREFIX = "infiniband_";

        private GuilbaultsMetrics() {}

        static void write(Collection<MonitorSweep> sweeps, Writer out) throws IOException {
            List<MeasuredPort> ports = MeasuredPort.of(sweeps).stream()
                    .filter(port -> port.isLinked()
                            && port.port().state().equals("Active")
                            && !port.node().type().equals("router"))
                    .toList();
            for (MonitoredCounter counter : MonitoredCounter.ALL) {
                if (counter != MonitoredCounter.RCV_SWITCH_RELAY_ERRORS && counter.isOfPortCounters()) {
                    MetricFamily.of(counter, PREFIX + counter.label().toLowerCase(Locale.ROOT) + "_total")
                            .write(out, ports, GuilbaultsMetrics::labels, port -> port.value(counter));
                }
            }
            gauge("speed", "Speed of a lane in Gb/s")
                    .write(out, ports, GuilbaultsMetrics::labels, GuilbaultsMetrics::speed);
            gauge("width", "Number of lanes")
                    .write(
                            out,
                            ports,
                            GuilbaultsMetrics::labels,
                            port -> port.port().lanes());
            double seconds = sweeps.stream()
                            .mapToLong(MonitorSweep::durationMillis)
                            .max()
                            .orElse(0)
                    / 1e3;
            writeValue("scrape_ok", "Whether the fabric was read", sweeps.isEmpty() ? 0 : 1, out);
            writeValue("scrape_duration_seconds", "Duration of the last sweep", seconds, out);
            writeValue("ibqueryerrors_duration_seconds", "Duration of the last sweep", seconds, out);
        }

        /** Returns the speed that infiniband-diags prints, in which FDR10 is rounded. */
        private static double speed(MeasuredPort port) {
            LaneSpeed speed = LaneSpeed.valueOf(port.port().speed());
            return speed == LaneSpeed.FDR10 ? speed.nominal() : speed.gigabits();
        }

        private static MetricFamily gauge(String name, String help) {
            return new MetricFamily(PREFIX + name, help, false);
        }

        private static void writeValue(String name, String help, double value, Writer out) throws IOException {
            MetricFamily family = gauge(name, help);
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

    /**
     * The metrics of {@code treydock/infiniband_exporter}: each family once for switches and once for hosts. Only ports with a link
     * have series. A port of a host is a device of its own, with the GUID of the port; a router is only the peer of other ports.
     */
    private static final class TreydockMetrics {
        private static final int WORD = 4;

        private TreydockMetrics() {}

        static void write(Collection<MonitorSweep> sweeps, Writer out) throws IOException {
            List<MeasuredPort> ports = MeasuredPort.of(sweeps).stream()
                    .filter(MeasuredPort::isLinked)
                    .toList();
            for (String kind : List.of("switch", "hca")) {
                String type = kind.equals("hca") ? "host" : kind;
                List<MeasuredPort> ofKind = ports.stream()
                        .filter(port -> port.node().type().equals(type))
                        .toList();
                writeInfo(ofKind, kind, out);
                writeCounters(ofKind, kind, out);
                new MetricFamily("infiniband_" + kind + "_uplink_info", "The peer of a port", false)
                        .write(out, ofKind, port -> uplink(port, kind), port -> 1);
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
            for (MonitoredCounter counter : MonitoredCounter.ALL) {
                if (counter.isOfPortCounters()) {
                    boolean words = counter == MonitoredCounter.XMIT_DATA || counter == MonitoredCounter.RCV_DATA;
                    String name = counter.column().replace("xmit_", "transmit_").replace("rcv_", "receive_")
                            + (words ? "_bytes" : "");
                    MetricFamily.of(counter, "infiniband_" + kind + "_port_" + name + "_total")
                            .write(
                                    out,
                                    ports,
                                    TreydockMetrics::place,
                                    port -> port.value(counter) * (words ? WORD : 1));
                }
            }
        }

        private static Map<String, String> place(MeasuredPort port) {
            Map<String, String> labels = new LinkedHashMap<>();
            labels.put("guid", port.guid());
            labels.put("port", Integer.toString(port.port().number()));
            return labels;
        }

        private static Map<String, String> uplink(MeasuredPort port, String kind) {
            NodeEntry peer = Objects.requireNonNull(port.peerNode());
            PortEntry peerPort = Objects.requireNonNull(port.peerPort());
            Map<String, String> labels = place(port);
            labels.put(kind, port.node().name());
            labels.put("uplink", peer.name());
            labels.put("uplink_guid", port.peerGuid());
            labels.put("uplink_type", type(peer));
            labels.put("uplink_port", Integer.toString(peerPort.number()));
            labels.put("uplink_lid", Integer.toString(peerPort.lid()));
            return labels;
        }

        /** Returns the type of a node as ibnetdiscover prints it. */
        private static String type(NodeEntry node) {
            return switch (node.type()) {
                case "switch" -> "SW";
                case "router" -> "RT";
                default -> "CA";
            };
        }

        private static void writeRates(List<MeasuredPort> ports, String name, String text, Writer out)
                throws IOException {
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
}
