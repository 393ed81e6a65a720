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
import io.verbena.traffic.measure.MeasureReport.Usage;
import io.verbena.traffic.measure.MeasureResources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Renders a measurement as the programs of perftest do.
 *
 * @param report the measurement
 * @param options the options of this side
 * @param style the columns of bandwidths
 * @param latencyStyle the details of latencies
 * @param output the contents of the text
 * @param exchangedByCm whether the parameters were exchanged over a connection of the RDMA CM
 */
public record PerftestView(
        MeasureReport report,
        MeasureOptions options,
        BandwidthStyle style,
        LatencyStyle latencyStyle,
        Output output,
        boolean exchangedByCm) {
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

        /** The bytes of a mebibyte. */
        public static final double MEBIBYTE = 1 << 20;

        /** The bytes of a gigabit. */
        public static final double GIGABIT = 1e9 / 8;

        /** Returns the bytes of the unit that is shown. */
        public double unit() {
            return gigabits ? GIGABIT : MEBIBYTE;
        }
    }

    /**
     * The details of latencies.
     *
     * @param sorted whether to show all latencies in ascending order, or a histogram if the report does not contain them
     * @param unsorted whether to show all latencies in the order of measurement
     */
    public record LatencyStyle(boolean sorted, boolean unsorted) {
        /** Only a summary. */
        public static final LatencyStyle SUMMARY = new LatencyStyle(false, false);
    }

    /** The contents of the text. */
    public enum Output {
        /** The parameters and the results. */
        ALL,
        /** The average bandwidths. */
        BANDWIDTH,
        /** The rates in millions of messages per second. */
        MESSAGE_RATE,
        /** The average latencies. */
        LATENCY;

        /** Returns the name in perftest. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates a view of a measurement that had no side channel. */
    public static PerftestView of(
            MeasureReport report, MeasureOptions options, BandwidthStyle style, LatencyStyle latencyStyle) {
        return new PerftestView(report, options, style, latencyStyle, Output.ALL, false);
    }

    /** Returns the lines that a server prints when it is ready. */
    public static List<String> waiting() {
        return List.of("", STARS, "* Waiting for client to connect... *", STARS);
    }

    /** Returns the parameters, and a line for each message size. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(heading());
        lines.addAll(results());
        if (isWhole()) {
            lines.add(RULE);
        }
        return lines;
    }

    private boolean isWhole() {
        return output == Output.ALL;
    }

    /** Returns the parameters and the names of the columns, if the text contains them. */
    public List<String> heading() {
        if (!isWhole()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(RULE, " ".repeat(20) + title()));
        facts().forEach((name, value) -> lines.add(String.format(" %-16s: %s", name.replace('_', ' '), value)));
        lines.add(RULE);
        lines.add(columns());
        return lines;
    }

    private String columns() {
        return (isBandwidth() ? bandwidthColumns() : latencyColumns())
                + (options.course().readsProcessors() ? "    CPU_Util[%]" : "");
    }

    private boolean isBandwidth() {
        return report.plan().quantity() == Quantity.BANDWIDTH;
    }

    /** Returns a line for each message size. */
    public List<String> results() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < report.bandwidths().size(); i++) {
            add(lines, report.bandwidths().get(i), i);
        }
        for (int i = 0; i < report.latencies().size(); i++) {
            add(lines, report.latencies().get(i), i);
        }
        return lines;
    }

    /** Adds a line of a result, followed by the changes of counters. */
    private void add(List<String> lines, String line, int result) {
        if (report.usages().isEmpty()) {
            lines.add(line);
            return;
        }
        Usage usage = report.usages().get(result);
        boolean extended = options.course().readsProcessors() && isWhole();
        lines.add(extended ? String.format(Locale.ROOT, "%s\t    %-3.2f", line, usage.processorPercent()) : line);
        usage.counters().forEach((name, change) -> lines.add("\t" + name + "=" + change));
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
        String quantity = isBandwidth() ? " BW" : " Latency";
        return operation + direction + quantity + (options.course().group() == null ? " Test" : " Multicast Test");
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
        if (options.resources().receiveBatch() != MeasureResources.DEFAULTS.receiveBatch()) {
            facts.put("Recv_Post_List", options.resources().receiveBatch());
        }
        if (isBandwidth()) {
            facts.put("CQ_Moderation", options.moderation());
        }
        facts.put("Max_inline_data", options.inlineBytes());
        facts.put("rdma_cm_QPs", plan.connectionManager() ? "ON" : "OFF");
        facts.put("Data_ex_method", exchangedByCm ? "rdma_cm" : "Ethernet");
        if (options.path().typeOfService() >= 0) {
            facts.put("TOS", options.path().typeOfService());
        }
        return facts;
    }

    private static String service(QueuePairType type) {
        return switch (type) {
            case XRC_SEND -> "XRC";
            case RAW_PACKET -> "RawEth";
            default -> type.text();
        };
    }

    private String bandwidthColumns() {
        String unit = style.gigabits() ? "Gb/sec" : "MiB/sec";
        String peak = style.peak() ? "BW peak[" + unit + "]    " : "";
        String ports = options.course().reportsPorts()
                ? "   BW Port1[" + unit + "]   MsgRate Port1[Mpps]   BW Port2[" + unit + "]   MsgRate Port2[Mpps]"
                : "";
        return " #bytes     #iterations    " + peak + "BW average[" + unit + "]   MsgRate[Mpps]" + ports;
    }

    private void add(List<String> lines, Bandwidth result, int number) {
        if (result.messages() == 0) {
            return;
        }
        double rate = result.messagesPerSecond();
        String line = switch (output) {
            case BANDWIDTH -> String.format(Locale.ROOT, "%f", result.bytesPerSecond() / style.unit());
            case MESSAGE_RATE -> String.format(Locale.ROOT, "%f", rate / 1e6);
            default -> line(ports(result), result, result.messages(), result.peakBytesPerSecond(), rate);
        };
        add(lines, line, number);
        if (style.both() && isWhole()) {
            lines.add(line(" sent", result, result.own()));
            lines.add(line(" peer", result, result.peer()));
        }
    }

    private String ports(Bandwidth result) {
        if (!options.course().reportsPorts()) {
            return "";
        }
        double second =
                result.own().messagesPerSecondOnSecondPort() + result.peer().messagesPerSecondOnSecondPort();
        double first = result.messagesPerSecond() - second;
        return String.format(
                Locale.ROOT,
                "        %-17.2f %-21.6f %-17.2f %.6f",
                first * result.size() / style.unit(),
                first / 1e6,
                second * result.size() / style.unit(),
                second / 1e6);
    }

    private String line(String what, Bandwidth result, Sent sent) {
        return line(what, result, sent.messages(), (double) sent.peakBytesPerSecond(), sent.messagesPerSecond());
    }

    private String line(String what, Bandwidth result, long messages, double peak, double rate) {
        String maximum = style.peak() ? String.format(Locale.ROOT, "%-19.2f", peak / style.unit()) : "";
        return String.format(
                Locale.ROOT,
                " %-10d %-14d %s%-21.2f %.6f%s",
                result.size(),
                messages,
                maximum,
                rate * result.size() / style.unit(),
                rate / 1e6,
                what);
    }

    private boolean isTimed() {
        return !report.plan().duration().isZero();
    }

    private String latencyColumns() {
        return isTimed()
                ? " #bytes        #iterations    t_avg[usec]    tps average"
                : " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]"
                        + "    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] ";
    }

    private void add(List<String> lines, LatencyResult result, int number) {
        Latency latency = result.latency();
        if (latency.messages() == 0) {
            return;
        }
        if (!result.singles().isEmpty()) {
            singles(lines, result.singles());
        }
        String line = isTimed()
                ? String.format(
                        Locale.ROOT,
                        " %-13d %-14d %-14.2f %.2f",
                        result.size(),
                        latency.messages(),
                        micros(latency.mean()),
                        perSecond(latency))
                : String.format(
                        Locale.ROOT,
                        " %-7d %-7d %14.2f %14.2f %12.2f %16.2f %14.2f %18.2f %20.2f",
                        members(result).values().toArray());
        add(lines, isWhole() ? line : String.format(Locale.ROOT, "%f", time(latency.mean())), number);
        if (latencyStyle.sorted() && result.singles().isEmpty()) {
            MeasureView.histogram(result, lines);
        }
    }

    /** Adds all latencies, and the names of the columns for the result that follows. */
    private void singles(List<String> lines, List<Long> latencies) {
        if (latencyStyle.unsorted()) {
            list(lines, latencies);
        }
        if (latencyStyle.sorted()) {
            list(lines, latencies.stream().sorted().toList());
        }
        if (isWhole()) {
            lines.addAll(List.of(RULE, columns()));
        }
    }

    private void list(List<String> lines, List<Long> latencies) {
        lines.add("#, " + (options.course().countsCycles() ? "cycles" : "usec"));
        for (int i = 0; i < latencies.size(); i++) {
            lines.add((i + 1) + ", "
                    + new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT))
                            .format(time(latencies.get(i))));
        }
    }

    /** Returns a time in the unit that is shown. */
    private double time(long nanos) {
        return options.course().countsCycles() ? nanos * report.cyclesPerNano() : micros(nanos);
    }

    /** Returns the value for the structured formats, with the names of perftest. */
    public Map<String, Object> members() {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("test", title().replace(' ', '_'));
        info.putAll(facts());
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("test_info", info);
        members.put(
                "results",
                isBandwidth()
                        ? report.bandwidths().stream().map(this::members).toList()
                        : report.latencies().stream().map(this::members).toList());
        if (options.course().readsProcessors()) {
            members.put(
                    "CPU_util",
                    report.usages().stream().map(Usage::processorPercent).toList());
        }
        return members;
    }

    private Map<String, Object> members(Bandwidth result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("MsgSize", result.size());
        members.put("n_iterations", result.messages());
        members.put("BW_peak", result.peakBytesPerSecond() / style.unit());
        members.put("BW_average", result.bytesPerSecond() / style.unit());
        members.put("MsgRate", result.messagesPerSecond() / 1e6);
        return members;
    }

    private Map<String, Object> members(LatencyResult result) {
        Latency latency = result.latency();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("MsgSize", result.size());
        members.put("n_iterations", latency.messages());
        members.put("t_min", time(latency.least()));
        members.put("t_max", time(latency.most()));
        members.put("t_typical", time(latency.median()));
        members.put("t_avg", time(latency.mean()));
        members.put("t_stdev", time(latency.deviation()));
        members.put("percentile_99", time(latency.p99()));
        members.put("percentile_99.9", time(latency.p999()));
        return members;
    }

    /** Writes the value as JSON into a file. */
    public void write(Path file) {
        FileErrors.access(
                "write " + file, () -> Files.writeString(file, Json.text(members(), false) + System.lineSeparator()));
    }

    /** Returns how fast a device creates rules that steer frames, with the columns of raw_ethernet_fs_rate. */
    public static List<String> steering(MeasureReport report) {
        return List.of(
                RULE,
                " #flows   fs_min_time[usec]   fs_max_time[usec]   fs_typical_time[usec]   fs_avg_time[usec]"
                        + "   fps[flow per sec]",
                String.format(
                        Locale.ROOT,
                        " %-8d %-19.2f %-19.2f %-23.2f %-19.2f %.2f",
                        steeringMembers(report).values().stream().skip(1).toArray()),
                RULE);
    }

    /** Returns how fast a device creates rules that steer frames, for the structured formats. */
    public static Map<String, Object> steeringMembers(MeasureReport report) {
        Latency latency = report.latencies().get(0).latency();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("device", report.device());
        members.put("flows", latency.messages());
        members.put("fs_min_time", micros(latency.least()));
        members.put("fs_max_time", micros(latency.most()));
        members.put("fs_typical_time", micros(latency.median()));
        members.put("fs_avg_time", micros(latency.mean()));
        members.put("fps", perSecond(latency));
        return members;
    }

    private static double perSecond(Latency latency) {
        return latency.mean() == 0 ? 0 : 1e9 / latency.mean();
    }

    static double micros(long nanos) {
        return nanos / 1e3;
    }
}
