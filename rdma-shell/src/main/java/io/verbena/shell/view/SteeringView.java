package io.verbena.shell.view;

import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.MeasureReport.Latency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Renders how fast a device creates rules that steer frames, as raw_ethernet_fs_rate does. */
public final class SteeringView {
    private static final String RULE = "-".repeat(87);

    private SteeringView() {}

    /** Returns the columns of perftest. */
    public static List<String> lines(MeasureReport report) {
        Latency latency = report.latencies().get(0).latency();
        return List.of(
                RULE,
                " #flows   fs_min_time[usec]   fs_max_time[usec]   fs_typical_time[usec]   fs_avg_time[usec]"
                        + "   fps[flow per sec]",
                String.format(
                        Locale.ROOT,
                        " %-8d %-19.2f %-19.2f %-23.2f %-19.2f %.2f",
                        latency.messages(),
                        micros(latency.least()),
                        micros(latency.most()),
                        micros(latency.median()),
                        micros(latency.mean()),
                        perSecond(latency)),
                RULE);
    }

    /** Returns the value for the structured formats. */
    public static Map<String, Object> members(MeasureReport report) {
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

    private static double micros(long nanos) {
        return nanos / 1e3;
    }

    private static double perSecond(Latency latency) {
        return latency.mean() == 0 ? 0 : 1e9 / latency.mean();
    }
}
