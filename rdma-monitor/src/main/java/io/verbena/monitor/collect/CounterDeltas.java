package io.verbena.monitor.collect;

import io.verbena.diag.counters.PortCounts;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes what each counter has added since the previous sweep that its port answered. A counter that is lower than
 * before was reset, and its new value is the delta. A narrow counter that stays at its maximum value has an unknown
 * delta.
 */
final class CounterDeltas {
    private final Map<PortPlace, Previous> previous = new HashMap<>();
    private final @Nullable Duration tick;

    /**
     * Creates deltas.
     *
     * @param tick the duration of a tick of PortXmitWait of nodes that do not report it; null if it is unknown
     */
    CounterDeltas(@Nullable Duration tick) {
        this.tick = tick;
    }

    /** The last sample of a port. */
    private static final class Previous {
        private final long atMillis;
        private final long[] values;

        Previous(long atMillis, long[] values) {
            this.atMillis = atMillis;
            this.values = values;
        }
    }

    /** Continues from the counters of an earlier process. */
    void restore(CounterBaseline.Values baseline) {
        baseline.values()
                .forEach((place, values) ->
                        previous.put(place, new Previous(baseline.at().toEpochMilli(), values)));
    }

    /**
     * Computes the samples of a sweep.
     *
     * @param rebooted the nodes that restarted; their ports get no deltas, because it is unknown what they counted
     */
    List<PortSample> next(Instant at, Collection<PortCounts> counts, Set<String> rebooted) {
        List<PortSample> samples = new ArrayList<>(counts.size());
        for (PortCounts each : counts) {
            PortPlace place = place(each);
            long[] values = values(each);
            Previous old = rebooted.contains(place.node()) ? null : previous.get(place);
            PortSample sample = sample(place, at.toEpochMilli(), old, values, saturated(each));
            samples.add(sample.withWait(waitNanos(sample, each)));
            previous.put(place, new Previous(at.toEpochMilli(), values));
        }
        return samples;
    }

    private long waitNanos(PortSample sample, PortCounts counts) {
        long ticks = sample.delta(MonitoredCounter.XMIT_WAIT);
        if (ticks == 0) {
            return 0;
        }
        double nanos = counts.nanosPerTick().orElse(tick == null ? -1 : (double) tick.toNanos());
        return ticks < 0 || nanos < 0 ? PortSample.UNKNOWN : Math.round(ticks * nanos);
    }

    private static PortSample sample(PortPlace place, long at, @Nullable Previous old, long[] values, long saturated) {
        long[] deltas = new long[values.length];
        if (old == null || at <= old.atMillis) {
            Arrays.fill(deltas, PortSample.UNKNOWN);
            return new PortSample(place, 0, false, saturated, values, deltas);
        }
        boolean reset = false;
        for (int i = 0; i < values.length; i++) {
            long before = old.values[i];
            boolean stopped = (saturated >>> i & 1) != 0 && values[i] == before;
            if (values[i] < 0 || before < 0 || stopped) {
                deltas[i] = PortSample.UNKNOWN;
            } else if (values[i] < before) {
                deltas[i] = values[i];
                reset = true;
            } else {
                deltas[i] = values[i] - before;
            }
        }
        int interval = (int) Math.min(Integer.MAX_VALUE, at - old.atMillis);
        return new PortSample(place, interval, reset, saturated, values, deltas);
    }

    /**
     * Returns whether the counters of a node began again at 0: none kept or exceeded its previous value, and none of its
     * ports has counted that its link went down.
     */
    boolean beganAgain(Collection<PortCounts> ofNode) {
        for (PortCounts each : ofNode) {
            long[] values = values(each);
            Previous old = previous.get(place(each));
            if (values[MonitoredCounter.LINK_DOWNED.index()] > 0) {
                return false;
            }
            for (int i = 0; old != null && i < values.length; i++) {
                if (old.values[i] > 0 && values[i] >= old.values[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    private static PortPlace place(PortCounts counts) {
        return new PortPlace(counts.port().node().guid().toHex(), counts.port().number());
    }

    private static long[] values(PortCounts counts) {
        return MonitoredCounter.ALL.stream()
                .mapToLong(counter -> counter.read(counts))
                .toArray();
    }

    private static long saturated(PortCounts counts) {
        long bits = 0;
        for (MonitoredCounter counter : MonitoredCounter.ALL) {
            bits |= counter.isSaturated(counts) ? 1L << counter.index() : 0;
        }
        return bits;
    }
}
