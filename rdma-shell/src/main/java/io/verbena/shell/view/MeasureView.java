package io.verbena.shell.view;

import io.verbena.shell.view.PerftestView.BandwidthStyle;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Renders measurements with the columns of perftest. */
public final class MeasureView {
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
                bandwidth.peakBytesPerSecond() / BandwidthStyle.MEBIBYTE,
                bandwidth.bytesPerSecond() / BandwidthStyle.MEBIBYTE,
                bandwidth.messagesPerSecond() / 1e6);
    }

    private static String line(LatencyResult result) {
        Latency latency = result.latency();
        return String.format(
                Locale.ROOT,
                " %-7d %-12d %-12.2f %-12.2f %-16.2f %-12.2f %-14.2f %-10.2f %-10.2f %.2f",
                result.size(),
                latency.messages(),
                PerftestView.micros(latency.least()),
                PerftestView.micros(latency.most()),
                PerftestView.micros(latency.median()),
                PerftestView.micros(latency.mean()),
                PerftestView.micros(latency.deviation()),
                PerftestView.micros(latency.p90()),
                PerftestView.micros(latency.p99()),
                PerftestView.micros(latency.p999()));
    }

    static void histogram(LatencyResult result, List<String> lines) {
        lines.add(" up to[usec]  #messages of " + result.size() + " bytes");
        result.histogram()
                .forEach(bucket -> lines.add(String.format(
                        Locale.ROOT, " %-12.2f %d", PerftestView.micros(bucket.upTo()), bucket.messages())));
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
}
