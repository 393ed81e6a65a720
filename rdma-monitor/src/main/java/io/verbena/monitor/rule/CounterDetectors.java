package io.verbena.monitor.rule;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.rule.AlarmRule.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rules about the counters of ports. */
final class CounterDetectors {
    private static final int RISES = 4;
    private static final double MILLIS_PER_SECOND = 1000;

    private CounterDetectors() {}

    static Verdict verdict(AlarmRule rule, SweepView view, PortPlace place, double value, String text) {
        Double critical = rule.critical();
        Severity severity = critical != null && value > critical ? Severity.CRITICAL : rule.severity();
        return new Verdict(rule, view.sweep().subnet(), place.toString(), view.linkName(place), severity, text);
    }

    static String format(String text, Object... arguments) {
        return String.format(Locale.ROOT, text, arguments);
    }

    private static String span(Duration duration) {
        return duration.toMinutes() >= 1 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
    }

    /** A rule about what counters of a port have added within the window. */
    private abstract static class WindowDetector implements Detector {
        final AlarmRule rule;
        final SlidingSums<PortPlace> sums;

        WindowDetector(AlarmRule rule) {
            this.rule = rule;
            this.sums = new SlidingSums<>(rule.window().toMillis());
        }

        /** Returns what a sample adds to the sum of its port. */
        abstract long amount(PortSample sample);

        /** Judges a port whose sum is not 0. */
        abstract Optional<Verdict> judge(SweepView view, PortPlace place);

        @Override
        public List<Verdict> inspect(SweepView view) {
            sums.advance(view.at());
            for (PortSample sample : view.sweep().samples()) {
                sums.add(sample.place(), view.at(), amount(sample));
            }
            return sums.keys().stream()
                    .flatMap(place -> judge(view, place).stream())
                    .toList();
        }
    }

    /** Symbol errors in the window, compared with what the bit error rate allows at the rate of the link. */
    static final class BitErrorDetector extends WindowDetector {
        BitErrorDetector(AlarmRule rule) {
            super(rule);
        }

        @Override
        long amount(PortSample sample) {
            return sample.increase(MonitoredCounter.SYMBOL_ERROR);
        }

        @Override
        Optional<Verdict> judge(SweepView view, PortPlace place) {
            double bits = view.bitsPerSecond(place) * rule.window().toSeconds();
            BitErrorRate rate = new BitErrorRate(sums.sum(place), bits);
            if (bits <= 0 || rate.errors() < rule.minimum() || rate.errors() <= rule.threshold() * bits) {
                return Optional.empty();
            }
            return Optional.of(verdict(
                    rule,
                    view,
                    place,
                    rate.estimate(),
                    format(
                            "%d symbol errors in %s: bit error rate %.1e (95 %%: %.1e to %.1e), limit %.0e",
                            rate.errors(),
                            span(rule.window()),
                            rate.estimate(),
                            rate.lower(),
                            rate.upper(),
                            rule.threshold())));
        }
    }

    /** The sum of counters in the window. */
    static final class SumDetector extends WindowDetector {
        private final List<MonitoredCounter> counters;

        SumDetector(AlarmRule rule) {
            super(rule);
            this.counters =
                    rule.counters().stream().map(MonitoredCounter::ofColumn).toList();
        }

        @Override
        long amount(PortSample sample) {
            return counters.stream().mapToLong(sample::increase).sum();
        }

        @Override
        Optional<Verdict> judge(SweepView view, PortPlace place) {
            long sum = sums.sum(place);
            if (sum <= rule.threshold()) {
                return Optional.empty();
            }
            return Optional.of(verdict(
                    rule,
                    view,
                    place,
                    (double) sum,
                    format(
                            "%d in %s of %s, limit %.0f",
                            sum,
                            span(rule.window()),
                            counters.stream().map(MonitoredCounter::column).collect(Collectors.joining(" + ")),
                            rule.threshold())));
        }
    }

    /** Packets that arrived damaged, by all packets that arrived. */
    static final class LossDetector extends WindowDetector {
        private final SlidingSums<PortPlace> received;

        LossDetector(AlarmRule rule) {
            super(rule);
            this.received = new SlidingSums<>(rule.window().toMillis());
        }

        @Override
        long amount(PortSample sample) {
            return sample.increase(MonitoredCounter.RCV_ERRORS)
                    + sample.increase(MonitoredCounter.RCV_REMOTE_PHYSICAL_ERRORS);
        }

        @Override
        public List<Verdict> inspect(SweepView view) {
            received.advance(view.at());
            for (PortSample sample : view.sweep().samples()) {
                // Packets before the first damaged one do not matter for ratios that are worth an alarm.
                if (amount(sample) > 0 || sums.keys().contains(sample.place())) {
                    received.add(sample.place(), view.at(), sample.increase(MonitoredCounter.RCV_PACKETS));
                }
            }
            return super.inspect(view);
        }

        @Override
        Optional<Verdict> judge(SweepView view, PortPlace place) {
            long errors = sums.sum(place);
            long packets = received.sum(place);
            double ratio = (double) errors / packets;
            if (packets == 0 || errors < rule.minimum() || ratio <= rule.threshold()) {
                return Optional.empty();
            }
            return Optional.of(verdict(
                    rule,
                    view,
                    place,
                    ratio,
                    format(
                            "%d of %d packets arrived damaged: %.1e, limit %.0e",
                            errors, packets, ratio, rule.threshold())));
        }
    }

    /** Sums of errors in quarters of the window that rise from each quarter to the next. */
    static final class TrendDetector extends WindowDetector {
        TrendDetector(AlarmRule rule) {
            super(rule);
        }

        @Override
        long amount(PortSample sample) {
            return MonitoredCounter.ALL.stream()
                    .filter(MonitoredCounter::isError)
                    .mapToLong(sample::increase)
                    .sum();
        }

        @Override
        Optional<Verdict> judge(SweepView view, PortPlace place) {
            long[] parts = parts(place, view.at());
            if (!rises(parts) || parts[RISES - 1] <= rule.threshold()) {
                return Optional.empty();
            }
            return Optional.of(verdict(
                    rule,
                    view,
                    place,
                    (double) parts[RISES - 1],
                    format(
                            "errors rise: %d, %d, %d, %d in quarters of %s",
                            parts[0], parts[1], parts[2], parts[RISES - 1], span(rule.window()))));
        }

        private long[] parts(PortPlace place, long at) {
            long part = rule.window().toMillis() / RISES;
            long[] parts = new long[RISES];
            for (int i = 0; i < RISES; i++) {
                long end = at - part * (RISES - 1 - i);
                parts[i] = sums.sum(place, end - part, end);
            }
            return parts;
        }

        private static boolean rises(long[] parts) {
            boolean rises = parts[0] > 0;
            for (int i = 1; i < parts.length; i++) {
                rises &= parts[i] > parts[i - 1];
            }
            return rises;
        }
    }

    /**
     * Symbols that the error correction repaired, by the bits that were received meanwhile. A corrected symbol had at least
     * one bit error, and rarely more.
     */
    record RawBitErrorDetector(AlarmRule rule) implements Detector {
        @Override
        public List<Verdict> inspect(SweepView view) {
            List<Verdict> verdicts = new ArrayList<>();
            for (PortSample sample : view.sweep().samples()) {
                // Without a number of symbols, as with the error correction of FDR, each corrected block had an error.
                long corrected = Math.max(
                        sample.increase(MonitoredCounter.FEC_CORRECTED_SYMBOLS),
                        sample.increase(MonitoredCounter.FEC_CORRECTED_BLOCKS));
                double bits = corrected == 0
                        ? 0
                        : view.bitsPerSecond(sample.place()) * sample.intervalMillis() / MILLIS_PER_SECOND;
                double rate = bits > 0 ? corrected / bits : 0;
                if (rate > rule.threshold()) {
                    verdicts.add(verdict(
                            rule,
                            view,
                            sample.place(),
                            rate,
                            format(
                                    "%d symbols corrected in %d s: raw bit error rate %.1e, limit %.0e",
                                    corrected,
                                    Math.round(sample.intervalMillis() / MILLIS_PER_SECOND),
                                    rate,
                                    rule.threshold())));
                }
            }
            return verdicts;
        }
    }

    /** Counters that stopped at their maximum value. */
    record SaturationDetector(AlarmRule rule) implements Detector {
        @Override
        public List<Verdict> inspect(SweepView view) {
            Map<PortPlace, String> stopped = new HashMap<>();
            for (PortSample sample : view.sweep().samples()) {
                if (sample.isSaturated()) {
                    String names = MonitoredCounter.ALL.stream()
                            .filter(MonitoredCounter::isError)
                            .filter(sample::isSaturated)
                            .map(MonitoredCounter::column)
                            .collect(Collectors.joining(", "));
                    if (!names.isEmpty()) {
                        stopped.put(sample.place(), names);
                    }
                }
            }
            return stopped.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                    .map(each -> verdict(
                            rule,
                            view,
                            each.getKey(),
                            0,
                            "stopped at the maximum value: " + each.getValue()
                                    + "; whether errors occur now is unknown"))
                    .toList();
        }
    }
}
