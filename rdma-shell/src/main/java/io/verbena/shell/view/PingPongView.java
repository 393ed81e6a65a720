package io.verbena.shell.view;

import io.verbena.traffic.PingPongAddress;
import io.verbena.traffic.PingPongOptions.PingPongService;
import io.verbena.traffic.PingPongReport;
import io.verbena.traffic.PingPongReport.CompletionTimes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Renders ping-pongs in the layout of ibv_rc_pingpong(1) and its variants. */
public final class PingPongView {
    private PingPongView() {}

    /** Returns the line with the local address; the C program for datagrams separates the GID differently. */
    public static String local(PingPongService service, PingPongAddress address) {
        return "  local address:  " + address(address, service == PingPongService.UD ? ':' : ',');
    }

    /** Returns the line with the remote address. */
    public static String remote(PingPongAddress address) {
        return "  remote address: " + address(address, ',');
    }

    private static String address(PingPongAddress address, char separator) {
        return String.format(
                "LID 0x%04x, QPN 0x%06x, PSN 0x%06x%c GID %s",
                address.lid().bits(), address.number(), address.sequenceNumber(), separator, address.gid());
    }

    /** Returns the lines about the amount of data and the number of exchanges. */
    public static List<String> rates(
            double seconds, long bytes, double megabitsPerSecond, long iterations, double microsPerIteration) {
        return List.of(
                String.format(
                        Locale.ROOT, "%d bytes in %.2f seconds = %.2f Mbit/sec", bytes, seconds, megabitsPerSecond),
                String.format(
                        Locale.ROOT,
                        "%d iters in %.2f seconds = %.2f usec/iter",
                        iterations,
                        seconds,
                        microsPerIteration));
    }

    /** Returns the results. */
    public static List<String> result(PingPongReport report) {
        List<String> lines = new ArrayList<>(rates(
                report.elapsedNanos() / 1e9,
                report.bytes(),
                report.megabitsPerSecond(),
                report.iterations(),
                report.microsPerIteration()));
        CompletionTimes times = report.times();
        if (times != null) {
            lines.add("Max receive completion clock cycles = " + times.most());
            lines.add("Min receive completion clock cycles = " + times.least());
            lines.add(String.format(Locale.ROOT, "Average receive completion clock cycles = %f", times.mean()));
        }
        report.invalidPages().forEach(page -> lines.add("invalid data in page " + page));
        return lines;
    }

    /** Returns the value for the structured formats, with derived figures. */
    public static Map<String, Object> members(PingPongReport report) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("service", report.service());
        members.put("device", report.device());
        members.put("local", report.local());
        members.put("remote", report.remote());
        members.put("bytes", report.bytes());
        members.put("iterations", report.iterations());
        members.put("elapsedNanos", report.elapsedNanos());
        members.put("megabitsPerSecond", report.megabitsPerSecond());
        members.put("microsPerIteration", report.microsPerIteration());
        members.put("times", report.times());
        members.put("invalidPages", report.invalidPages());
        return members;
    }
}
