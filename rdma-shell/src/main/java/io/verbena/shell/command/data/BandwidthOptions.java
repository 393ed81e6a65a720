package io.verbena.shell.command.data;

import io.verbena.shell.view.PerftestView.BandwidthStyle;
import io.verbena.traffic.measure.MeasureReport;
import picocli.CommandLine.Option;

/** The options of perftest for how to show a bandwidth, and for the bandwidth that is required. */
final class BandwidthOptions {
    @Option(
            names = {"-N", "--noPeak"},
            description = "Show no peak bandwidth.")
    boolean noPeak;

    @Option(names = "--report_gbits", description = "Show bandwidth in gigabits per second (default: MiB/s).")
    boolean gigabits;

    @Option(
            names = {"-w", "--limit_bw"},
            paramLabel = "VALUE",
            description = "Exit with status 1 if the average bandwidth is lower, in the unit that is shown.")
    double leastBandwidth;

    @Option(
            names = {"-y", "--limit_msgrate"},
            paramLabel = "VALUE",
            description = "Exit with status 1 if there are fewer millions of messages per second.")
    double leastRate;

    /** Returns the style of the table, with the bandwidth of each direction if {@code both}. */
    BandwidthStyle style(boolean both) {
        return new BandwidthStyle(gigabits, !noPeak, both);
    }

    /** Returns whether a direction with messages is slower than required. */
    boolean isTooLow(MeasureReport report) {
        double unit = style(false).unit();
        return report.bandwidths().stream()
                .anyMatch(result -> result.messages() > 0
                        && (result.bytesPerSecond() / unit < leastBandwidth
                                || result.messagesPerSecond() / 1e6 < leastRate));
    }
}
