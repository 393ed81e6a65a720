package io.verbena.shell.command.data;

import io.verbena.hca.StaticRate;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.view.PerftestView.BandwidthStyle;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePlan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that limit the rate of this side. */
final class PaceOptions {
    @Option(
            names = "--rate_limit",
            paramLabel = "RATE",
            description = "Limit the rate of this side (default: no limit).")
    double rate;

    @Option(
            names = "--rate_units",
            paramLabel = "UNIT",
            description =
                    "Unit of the limit: M (MiB/s), g (gigabits per second) or p (messages per second) (default: g).")
    String rateUnit = "g";

    @Option(
            names = "--burst_size",
            paramLabel = "N",
            description = "Number of messages that a limited rate sends at once (default: the requests in flight).")
    @Nullable Integer burst;

    /** Returns the limit; {@code depth} is the number of requests in flight. */
    Pace pace(int depth) {
        if (rate < 0) {
            throw new IllegalArgumentException("--rate_limit: " + rate + " is out of range; expected more than 0");
        }
        if (rate == 0) {
            return Pace.UNLIMITED;
        }
        return switch (rateUnit) {
            case "M" -> new Pace(0, rate * BandwidthStyle.MEBIBYTE, burst(depth));
            case "g" -> new Pace(0, rate * BandwidthStyle.GIGABIT, burst(depth));
            case "p" -> new Pace(rate, 0, burst(depth));
            default ->
                throw new IllegalArgumentException("--rate_units: '" + rateUnit + "' is invalid; expected M, g or p");
        };
    }

    /** Returns the maximum rate that the device enforces, which is one of those of InfiniBand. */
    StaticRate staticRate() {
        if (!rateUnit.equals("g") || burst != null) {
            throw new IllegalArgumentException(
                    "--rate_limit_type: a device limits gigabits per second without bursts; remove --rate_units and"
                            + " --burst_size");
        }
        String text = (rate == Math.rint(rate) ? String.valueOf((long) rate) : String.valueOf(rate)) + " Gb/s";
        for (StaticRate known : StaticRate.values()) {
            if (known.text().equals(text)) {
                return known;
            }
        }
        throw new IllegalArgumentException("--rate_limit: no device limits the rate to " + rate
                + " Gb/s; expected a rate of InfiniBand, such as 2.5, 10 or 100");
    }

    int burst(int depth) {
        return Numbers.within("--burst_size", burst == null ? depth : burst, 1, MeasurePlan.MAX_DEPTH);
    }
}
