package io.verbena.shell.view;

import io.verbena.diag.PingStatistics;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Renders pings in the layout of ibping. */
public final class PingView {
    private PingView() {}

    /** Returns the line of one response. */
    public static String pong(String host, IbPath from, Duration roundTrip) {
        return "Pong from " + Names.printable(host) + " (" + SmpqueryView.name(from) + "): time " + millis(roundTrip)
                + " ms";
    }

    /** Returns the statistics. */
    public static List<String> statistics(String host, IbPath to, PingStatistics statistics) {
        return List.of(
                "",
                "--- " + Names.printable(host) + " (" + SmpqueryView.name(to) + ") ibping statistics ---",
                statistics.sent() + " packets transmitted, " + statistics.received() + " received, "
                        + statistics.lossPercent() + "% packet loss, time "
                        + statistics.elapsed().toMillis() + " ms",
                "rtt min/avg/max = " + millis(statistics.fastest()) + "/" + millis(statistics.mean()) + "/"
                        + millis(statistics.slowest()) + " ms");
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e6);
    }
}
