package io.verbena.shell.view;

import io.verbena.error.FileErrors;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Renders measurements with the columns of perftest. */
public final class MeasureView {
    private static final double MEBIBYTE = 1 << 20;
    private static final String RULE = "-".repeat(110);

    private MeasureView() {}

    /** Returns the line that a server prints when it is ready. */
    public static String waiting(Quantity quantity, int port) {
        return "Waiting for a client that measures " + quantity.name().toLowerCase(Locale.ROOT) + ", at TCP port "
                + port;
    }

    /** Returns the parameters, and a line for each message size. */
    public static List<String> lines(MeasureReport report, boolean histogram) {
        List<String> lines = new ArrayList<>(List.of(RULE, title(report), RULE));
        if (report.plan().quantity() == Quantity.BANDWIDTH) {
            lines.add(" #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]    MsgRate[Mpps]");
            report.bandwidths().forEach(bandwidth -> lines.add(line(bandwidth)));
        } else {
            lines.add(" #bytes  #iterations  t_min[usec]  t_max[usec]  t_typical[usec]  t_avg[usec]  t_stdev[usec]"
                    + "  90%[usec]  99%[usec]  99.9%[usec]");
            report.latencies().forEach(result -> lines.add(line(result)));
        }
        lines.add(RULE);
        report.bandwidths().stream()
                .filter(bandwidth -> bandwidth.lost() > 0)
                .forEach(bandwidth ->
                        lines.add(" " + bandwidth.lost() + " messages of " + bandwidth.size() + " bytes were lost"));
        if (histogram) {
            report.latencies().forEach(result -> histogram(result, lines));
        }
        return lines;
    }

    private static String title(MeasureReport report) {
        MeasurePlan plan = report.plan();
        return String.format(
                " %s %s%s   device: %s   connection: %s by %s   tx depth: %d   queue pairs: %d",
                plan.operation().text(),
                plan.quantity() == Quantity.BANDWIDTH ? "BW" : "latency",
                plan.bothWays() ? ", bidirectional" : "",
                report.device(),
                plan.service().text(),
                plan.connectionManager() ? "RDMA CM" : "TCP",
                plan.depth(),
                plan.queuePairs());
    }

    private static String line(Bandwidth bandwidth) {
        return String.format(
                Locale.ROOT,
                " %-10d %-14d %-19.2f %-22.2f %.6f",
                bandwidth.size(),
                bandwidth.messages(),
                bandwidth.peakBytesPerSecond() / MEBIBYTE,
                bandwidth.bytesPerSecond() / MEBIBYTE,
                bandwidth.messagesPerSecond() / 1e6);
    }

    private static String line(LatencyResult result) {
        Latency latency = result.latency();
        return String.format(
                Locale.ROOT,
                " %-7d %-12d %-12.2f %-12.2f %-16.2f %-12.2f %-14.2f %-10.2f %-10.2f %.2f",
                result.size(),
                latency.messages(),
                micros(latency.least()),
                micros(latency.most()),
                micros(latency.median()),
                micros(latency.mean()),
                micros(latency.deviation()),
                micros(latency.p90()),
                micros(latency.p99()),
                micros(latency.p999()));
    }

    static void histogram(LatencyResult result, List<String> lines) {
        lines.add(" up to[usec]  #messages of " + result.size() + " bytes");
        result.histogram()
                .forEach(bucket ->
                        lines.add(String.format(Locale.ROOT, " %-12.2f %d", micros(bucket.upTo()), bucket.messages())));
    }

    static double micros(long nanos) {
        return nanos / 1e3;
    }

    /** Returns the value for the structured formats. */
    public static Map<String, Object> members(MeasureReport report, boolean histogram) {
        MeasurePlan plan = report.plan();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("quantity", plan.quantity());
        members.put("operation", plan.operation());
        members.put("service", plan.service());
        members.put("connectionManager", plan.connectionManager());
        members.put("bidirectional", plan.bothWays());
        members.put("device", report.device());
        members.put("depth", plan.depth());
        members.put("queuePairs", plan.queuePairs());
        members.put(
                "results",
                plan.quantity() == Quantity.BANDWIDTH
                        ? report.bandwidths().stream().map(MeasureView::members).toList()
                        : report.latencies().stream()
                                .map(result -> members(result, histogram))
                                .toList());
        return members;
    }

    private static Map<String, Object> members(Bandwidth bandwidth) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("size", bandwidth.size());
        members.put("messages", bandwidth.messages());
        members.put(
                "elapsedNanos",
                Math.max(bandwidth.own().nanos(), bandwidth.peer().nanos()));
        members.put("peakBytesPerSecond", bandwidth.peakBytesPerSecond());
        members.put("bytesPerSecond", bandwidth.bytesPerSecond());
        members.put("messagesPerSecond", bandwidth.messagesPerSecond());
        members.put("lost", bandwidth.lost());
        return members;
    }

    private static Map<String, Object> members(LatencyResult result, boolean histogram) {
        Latency latency = result.latency();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("size", result.size());
        members.put("messages", latency.messages());
        members.put("leastNanos", latency.least());
        members.put("mostNanos", latency.most());
        members.put("medianNanos", latency.median());
        members.put("meanNanos", latency.mean());
        members.put("deviationNanos", latency.deviation());
        members.put("p90Nanos", latency.p90());
        members.put("p99Nanos", latency.p99());
        members.put("p999Nanos", latency.p999());
        if (histogram) {
            members.put("histogram", result.histogram());
        }
        return members;
    }

    /**
     * Renders a measurement as the programs of perftest do.
     *
     * @param report the measurement
     * @param options the options of this side
     * @param style the columns of bandwidths
     * @param histogram whether to show histograms of latencies
     * @param exchangedByCm whether the parameters were exchanged over a connection of the RDMA CM
     */
    public record PerftestView(
            MeasureReport report,
            MeasureOptions options,
            BandwidthStyle style,
            boolean histogram,
            boolean exchangedByCm) {
        private static final double MEBIBYTE = 1 << 20;
        private static final double BYTES_OF_GIGABIT = 1e9 / 8;
        private static final String RULE = "-".repeat(87);
        private static final String STARS = "*".repeat(36);

        /**
         * The columns of bandwidths.
         *
         * @param gigabits whether to show gigabits per second instead of MiB per second
         * @param peak whether to show the peak bandwidth
         * @param both whether to show each direction as well
         */
        public record BandwidthStyle(boolean gigabits, boolean peak, boolean both) {
            /** MiB per second with the peak. */
            public static final BandwidthStyle DEFAULT = new BandwidthStyle(false, true, false);
        }

        /** Returns the lines that a server prints when it is ready. */
        public static List<String> waiting() {
            return List.of("", STARS, "* Waiting for client to connect... *", STARS);
        }

        /** Returns the parameters, and a line for each message size. */
        public List<String> lines() {
            List<String> lines = new ArrayList<>(List.of(RULE, " ".repeat(20) + title()));
            facts().forEach((name, value) -> lines.add(String.format(" %-16s: %s", name.replace('_', ' '), value)));
            lines.add(RULE);
            if (report.plan().quantity() == Quantity.BANDWIDTH) {
                bandwidths(lines);
            } else {
                latencies(lines);
            }
            lines.add(RULE);
            return lines;
        }

        private String title() {
            MeasurePlan plan = report.plan();
            String operation = switch (plan.operation()) {
                case SEND -> "Send";
                case WRITE -> "RDMA_Write";
                case READ -> "RDMA_Read";
                case FETCH_AND_ADD -> "Atomic FETCH_AND_ADD";
                case COMPARE_AND_SWAP -> "Atomic CMP_AND_SWAP";
            };
            String direction = plan.bothWays() ? " Bidirectional" : "";
            return operation + direction + (plan.quantity() == Quantity.BANDWIDTH ? " BW Test" : " Latency Test");
        }

        private Map<String, Object> facts() {
            MeasurePlan plan = report.plan();
            Map<String, Object> facts = new LinkedHashMap<>();
            boolean isExtended = plan.service() == QueuePairType.XRC_SEND;
            facts.put("Dual_port", options.resources().secondPort() > 0 ? "ON" : "OFF");
            facts.put("Device", report.device());
            facts.put("Number_of_qps", plan.queuePairs());
            facts.put("Connection_type", service(plan.service()));
            facts.put("Using_SRQ", isExtended || options.resources().sharedReceives() ? "ON" : "OFF");
            facts.put("TX_depth", plan.depth());
            if (plan.operation() == Operation.SEND) {
                facts.put("RX_depth", options.receives());
            }
            if (plan.quantity() == Quantity.BANDWIDTH) {
                facts.put("CQ_Moderation", options.moderation());
            }
            facts.put("Max_inline_data", options.inlineBytes());
            facts.put("rdma_cm_QPs", plan.connectionManager() ? "ON" : "OFF");
            facts.put("Data_ex_method", exchangedByCm ? "rdma_cm" : "Ethernet");
            return facts;
        }

        private static String service(QueuePairType type) {
            return switch (type) {
                case XRC_SEND -> "XRC";
                case RAW_PACKET -> "RawEth";
                default -> type.text();
            };
        }

        private void bandwidths(List<String> lines) {
            String unit = style.gigabits() ? "Gb/sec" : "MiB/sec";
            String peak = style.peak() ? "BW peak[" + unit + "]    " : "";
            lines.add(" #bytes     #iterations    " + peak + "BW average[" + unit + "]   MsgRate[Mpps]");
            for (Bandwidth result : report.bandwidths()) {
                if (result.messages() == 0) {
                    continue;
                }
                lines.add(line("", result, result.messages(), result.peakBytesPerSecond(), result.messagesPerSecond()));
                if (style.both()) {
                    lines.add(line(" sent", result, result.own()));
                    lines.add(line(" peer", result, result.peer()));
                }
            }
        }

        private String line(String what, Bandwidth result, Sent sent) {
            return line(what, result, sent.messages(), (double) sent.peakBytesPerSecond(), sent.messagesPerSecond());
        }

        private String line(String what, Bandwidth result, long messages, double peak, double rate) {
            double unit = style.gigabits() ? BYTES_OF_GIGABIT : MEBIBYTE;
            String maximum = style.peak() ? String.format(Locale.ROOT, "%-19.2f", peak / unit) : "";
            return String.format(
                    Locale.ROOT,
                    " %-10d %-14d %s%-21.2f %.6f%s",
                    result.size(),
                    messages,
                    maximum,
                    rate * result.size() / unit,
                    rate / 1e6,
                    what);
        }

        private boolean isTimed() {
            return !report.plan().duration().isZero();
        }

        private void latencies(List<String> lines) {
            lines.add(
                    isTimed()
                            ? " #bytes        #iterations    t_avg[usec]    tps average"
                            : " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]"
                                    + "    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] ");
            for (LatencyResult result : report.latencies()) {
                Latency latency = result.latency();
                if (latency.messages() > 0) {
                    lines.add(isTimed() ? timed(result.size(), latency) : line(result.size(), latency));
                }
            }
            if (histogram) {
                report.latencies().forEach(result -> MeasureView.histogram(result, lines));
            }
        }

        private static String timed(int size, Latency latency) {
            double perSecond = latency.mean() == 0 ? 0 : 1e9 / latency.mean();
            return String.format(
                    Locale.ROOT,
                    " %-13d %-14d %-14.2f %.2f",
                    size,
                    latency.messages(),
                    MeasureView.micros(latency.mean()),
                    perSecond);
        }

        private static String line(int size, Latency latency) {
            return String.format(
                    Locale.ROOT,
                    " %-7d %-7d %14.2f %14.2f %12.2f %16.2f %14.2f %18.2f %20.2f",
                    size,
                    latency.messages(),
                    MeasureView.micros(latency.least()),
                    MeasureView.micros(latency.most()),
                    MeasureView.micros(latency.median()),
                    MeasureView.micros(latency.mean()),
                    MeasureView.micros(latency.deviation()),
                    MeasureView.micros(latency.p99()),
                    MeasureView.micros(latency.p999()));
        }

        /** Returns the value for the structured formats, with the names of perftest. */
        public Map<String, Object> members() {
            Map<String, Object> info = new LinkedHashMap<>();
            info.put("test", title().replace(' ', '_'));
            info.putAll(facts());
            boolean isBandwidth = report.plan().quantity() == Quantity.BANDWIDTH;
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("test_info", info);
            members.put(
                    "results",
                    isBandwidth
                            ? report.bandwidths().stream().map(this::members).toList()
                            : report.latencies().stream().map(this::members).toList());
            return members;
        }

        private Map<String, Object> members(Bandwidth result) {
            double unit = style.gigabits() ? BYTES_OF_GIGABIT : MEBIBYTE;
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("MsgSize", result.size());
            members.put("n_iterations", result.messages());
            members.put("BW_peak", result.peakBytesPerSecond() / unit);
            members.put("BW_average", result.bytesPerSecond() / unit);
            members.put("MsgRate", result.messagesPerSecond() / 1e6);
            return members;
        }

        private Map<String, Object> members(LatencyResult result) {
            Latency latency = result.latency();
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("MsgSize", result.size());
            members.put("n_iterations", latency.messages());
            members.put("t_min", MeasureView.micros(latency.least()));
            members.put("t_max", MeasureView.micros(latency.most()));
            members.put("t_typical", MeasureView.micros(latency.median()));
            members.put("t_avg", MeasureView.micros(latency.mean()));
            members.put("t_stdev", MeasureView.micros(latency.deviation()));
            members.put("percentile_99", MeasureView.micros(latency.p99()));
            members.put("percentile_99.9", MeasureView.micros(latency.p999()));
            return members;
        }

        /** Writes the value as JSON into a file. */
        public void write(Path file) {
            FileErrors.access(
                    "write " + file,
                    () -> Files.writeString(file, Json.text(members(), false) + System.lineSeparator()));
        }
    }
}
