package io.verbena.spring.boot.metrics;

import io.verbena.diag.counters.PortCounts;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The totals of a port since it was first seen. Totals only grow: they continue after a counter was reset, and stop
 * while a counter stays at its maximum. One thread adds to them, and any thread reads them.
 */
final class PortTotals {
    private static final int SERIES = PortSeries.ALL.size();

    private final AtomicLongArray totals = new AtomicLongArray(SERIES);
    private final long[] last = new long[SERIES];
    private final boolean[] counted = new boolean[SERIES];

    void add(PortCounts counts) {
        for (int i = 0; i < SERIES; i++) {
            OptionalLong now = PortSeries.ALL.get(i).counter().apply(counts);
            if (now.isPresent()) {
                add(i, now.getAsLong());
            } else {
                counted[i] = false;
            }
        }
    }

    private void add(int series, long now) {
        long before = counted[series] ? last[series] : 0;
        boolean reset = Long.compareUnsigned(now, before) < 0;
        long more = reset ? now : now - before;
        last[series] = now;
        counted[series] = true;
        totals.addAndGet(series, more);
    }

    /** Returns whether the port reports this series. */
    boolean has(int series) {
        return counted[series];
    }

    /** Returns whether any counter of the port was ever above zero. */
    boolean isUsed() {
        return Arrays.stream(last).anyMatch(value -> value != 0);
    }

    double of(int series) {
        long total = totals.get(series);
        double unsigned = total >= 0 ? (double) total : total + 0x1p64;
        return unsigned * PortSeries.ALL.get(series).factor();
    }
}
