package io.verbena.spring.boot.metrics;

import io.verbena.diag.counters.PortCounts;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What a port has counted since it was seen first, which only grows: a counter that was reset, or began anew, goes on from
 * what it had; one that has stopped at its largest value stands still. Counted by one thread, read by any.
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

    /** Whether the port counts this. */
    boolean has(int series) {
        return counted[series];
    }

    /** Whether anything was ever counted. */
    boolean isUsed() {
        return Arrays.stream(last).anyMatch(value -> value != 0);
    }

    double of(int series) {
        long total = totals.get(series);
        double unsigned = total >= 0 ? (double) total : total + 0x1p64;
        return unsigned * PortSeries.ALL.get(series).factor();
    }
}
