package io.verbena.shell.view;

import io.verbena.diag.counters.CounterRates;
import io.verbena.diag.counters.CounterRates.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Renders the rates of counters, one per line.
 *
 * @param traffic whether to show only packets and octets
 * @param verbose whether to show counters that did not change as well
 */
public record CounterRatesView(boolean traffic, boolean verbose) {
    private static final double NANOS = 1e9;
    private static final int OCTETS = 4;

    /** Returns the lines of one poll. */
    public List<String> of(CounterRates rates) {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(Locale.ROOT, "Changes in %.1f s:", rates.elapsed().toNanos() / NANOS));
        rates.rates().stream()
                .filter(rate -> verbose || rate.change() != 0)
                .filter(rate -> !traffic || isTraffic(rate.counter()))
                .forEach(rate -> lines.add(traffic ? ofTraffic(rate) : line(rate)));
        return lines;
    }

    private static boolean isTraffic(String counter) {
        return isData(counter) || counter.endsWith("Pkts");
    }

    private static boolean isData(String counter) {
        return counter.endsWith("Data");
    }

    private static String line(Rate rate) {
        return String.format(
                Locale.ROOT,
                "   %s: %s (+%s, %.2f/s)",
                rate.counter(),
                Long.toUnsignedString(rate.value()),
                Long.toUnsignedString(rate.change()),
                rate.perSecond());
    }

    /** Returns the line of a traffic counter; data counters are in units of four octets. */
    private static String ofTraffic(Rate rate) {
        boolean data = isData(rate.counter());
        return String.format(
                Locale.ROOT,
                "   %s: %.2f %s",
                rate.counter(),
                data ? rate.perSecond() * OCTETS : rate.perSecond(),
                data ? "bytes/second" : "packets/second");
    }
}
