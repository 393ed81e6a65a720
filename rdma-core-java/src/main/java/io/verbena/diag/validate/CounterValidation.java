package io.verbena.diag.validate;

import io.verbena.diag.counters.CorrectionCounts;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.validate.FabricState.Counters;
import io.verbena.iba.LinkRate;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Checks error counters against their thresholds and, if they were read twice, what they counted meanwhile: errors, the
 * rate of bit errors, and the time that packets waited for credits.
 */
final class CounterValidation {
    // Where the tick of PortXmitWait is unknown: the time of four octets on the link, the unit of the data counters.
    private static final double OCTETS_PER_TICK = 4;

    private static final double BITS = 8;
    private static final double GIGA = 1e9;

    private CounterValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        Counters counters = fabric.counters();
        Map<Port, PortCounts> later = new HashMap<>();
        CounterSweep.Outcome second = counters.second();
        if (second != null) {
            second.ports().forEach(counts -> later.put(counts.port(), counts));
        }
        List<List<Object>> rows = new ArrayList<>();
        for (PortCounts counts : counters.first().ports()) {
            PortCounts again = later.get(counts.port());
            PortCounts current = again == null ? counts : again;
            checkThresholds(current, options, result);
            if (again != null) {
                double seconds = counters.pause().toNanos() / GIGA;
                new Change(counts, again, seconds, options, result).check();
            }
            addRows(current, rows, result);
        }
        tabulateCorrection(counters, later, result);
        result.table("counters", List.of("guid", "name", "port", "counter", "value"), rows);
    }

    private static void tabulateCorrection(Counters counters, Map<Port, PortCounts> later, CheckResult result) {
        List<List<Object>> rows = new ArrayList<>();
        for (PortCounts first : counters.first().ports()) {
            Port port = first.port();
            later.getOrDefault(port, first)
                    .correction()
                    .filter(counts -> counts.correctedBlocks() + counts.uncorrectableBlocks() > 0)
                    .ifPresent(counts -> rows.add(List.of(
                            port.node().guid().toHex(),
                            result.nameOf(port.node()),
                            port.number(),
                            counts.correctedBlocks(),
                            counts.uncorrectableBlocks(),
                            counts.correctedSymbols())));
        }
        result.table(
                "error-correction",
                List.of("guid", "name", "port", "correctedBlocks", "uncorrectableBlocks", "correctedSymbols"),
                rows);
    }

    private static void addRows(PortCounts counts, List<List<Object>> rows, CheckResult result) {
        Port port = counts.port();
        for (ErrorCounter counter : ErrorCounter.values()) {
            long value = counts.of(counter).orElse(0);
            if (value != 0) {
                rows.add(List.of(
                        port.node().guid().toHex(), result.nameOf(port.node()), port.number(), counter.label(), value));
            }
        }
    }

    private static void checkThresholds(PortCounts counts, ValidationOptions options, CheckResult result) {
        for (ErrorCounter counter : ErrorCounter.values()) {
            long limit = options.thresholds().of(counter.label());
            OptionalLong value = counts.of(counter);
            // PortXmitWait is no error, and grows on every busy fabric; only its rate tells something.
            if (counter != ErrorCounter.XMIT_WAIT && value.isPresent() && value.getAsLong() > limit) {
                result.find(
                        FindingKind.COUNTER_EXCEEDED,
                        result.nameOf(counts.port()) + " has " + counter.label() + " " + value.getAsLong()
                                + (counts.isSaturated(counter) ? " or more" : "") + ", above the threshold " + limit,
                        ends(counts.port()));
            }
        }
    }

    /** The growth of the counters of a port between two readings. */
    private record Change(
            PortCounts first, PortCounts second, double seconds, ValidationOptions options, CheckResult result) {
        void check() {
            Port port = first.port();
            for (ErrorCounter counter : ErrorCounter.values()) {
                long more = more(counter);
                if (more > 0 && counter != ErrorCounter.XMIT_WAIT && counter != ErrorCounter.SYMBOL_ERROR) {
                    String form = "%s counted %d of %s in %.1f s";
                    String evidence = form.formatted(result.nameOf(port), more, counter.label(), seconds);
                    find(FindingKind.COUNTER_INCREASES, evidence);
                }
            }
            double bitsPerSecond = LinkRate.lanes(port.width()) * port.speed().gigabits() * GIGA;
            if (bitsPerSecond <= 0) {
                return;
            }
            checkBits(bitsPerSecond * seconds);
            checkWaiting(bitsPerSecond);
        }

        private void checkWaiting(double bitsPerSecond) {
            OptionalDouble known = second.nanosPerTick();
            double tick = known.isPresent() ? known.getAsDouble() / GIGA : OCTETS_PER_TICK * BITS / bitsPerSecond;
            double waiting = more(ErrorCounter.XMIT_WAIT) * tick / seconds;
            if (waiting > options.congestion()) {
                String form = "%s waited for credits during %s%.0f %% of %.1f s";
                String evidence = form.formatted(
                        result.nameOf(first.port()),
                        known.isPresent() ? "" : "about ",
                        Math.min(1, waiting) * 100,
                        seconds);
                find(FindingKind.CONGESTION, evidence);
            }
        }

        /**
         * Checks the rates of bit errors. A symbol error that no error correction repairs, an uncorrectable block, and a
         * corrected symbol each have at least one bit error.
         */
        private void checkBits(double bits) {
            long symbols = more(ErrorCounter.SYMBOL_ERROR);
            long blocks = more(CorrectionCounts::uncorrectableBlocks);
            long corrected =
                    Math.max(more(CorrectionCounts::correctedSymbols), more(CorrectionCounts::correctedBlocks));
            String name = result.nameOf(first.port());
            double rate = Math.max(symbols, blocks) / bits;
            if (rate > options.bitErrorRate()) {
                find(
                        FindingKind.BIT_ERROR_RATE,
                        "%s had %d symbol errors and %d uncorrectable blocks in %.1f s, a bit error rate of %.1e, above %.1e"
                                .formatted(name, symbols, blocks, seconds, rate, options.bitErrorRate()));
            }
            double raw = corrected / bits;
            if (raw > options.rawBitErrorRate()) {
                find(
                        FindingKind.RAW_BIT_ERROR_RATE,
                        "the error correction of %s repaired %d symbols in %.1f s, a raw bit error rate of %.1e, above %.1e"
                                .formatted(name, corrected, seconds, raw, options.rawBitErrorRate()));
            }
        }

        private long more(ToLongFunction<CorrectionCounts> counter) {
            return first.correction().isEmpty() || second.correction().isEmpty()
                    ? 0
                    : more(
                            counter.applyAsLong(first.correction().get()),
                            counter.applyAsLong(second.correction().get()));
        }

        private long more(ErrorCounter counter) {
            return more(first.of(counter).orElse(0), second.of(counter).orElse(0));
        }

        /** Returns by how much a counter has grown; its value if it was reset meanwhile. */
        private static long more(long before, long after) {
            return after < before ? after : after - before;
        }

        private void find(FindingKind kind, String evidence) {
            result.find(kind, evidence, ends(first.port()));
        }
    }

    private static List<Port> ends(Port port) {
        List<Port> ends = new ArrayList<>(List.of(port));
        port.peer().ifPresent(ends::add);
        return ends;
    }
}
