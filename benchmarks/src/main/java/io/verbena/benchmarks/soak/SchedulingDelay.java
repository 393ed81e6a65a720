package io.verbena.benchmarks.soak;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Measures for how long the system kept this process from running. A thread sleeps for short intervals and records by how much
 * each one was exceeded, so that a limit can leave out time in which no thread of the process could run: on a loaded machine, or
 * while the process was stopped by a signal.
 */
final class SchedulingDelay implements Runnable, AutoCloseable {
    private static final long INTERVAL_MILLIS = 10;
    private static final long TOLERANCE_NANOS = 20_000_000;

    /** The delay so far, in nanoseconds, by the instant at which it grew. */
    private final ConcurrentSkipListMap<Long, Long> totals = new ConcurrentSkipListMap<>();

    private final Thread thread = new Thread(this, "soak-scheduling-delay");
    private volatile long longest;

    SchedulingDelay() {
        totals.put(System.nanoTime(), 0L);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        long total = 0;
        long before = System.nanoTime();
        try {
            while (true) {
                Thread.sleep(INTERVAL_MILLIS);
                long now = System.nanoTime();
                long delay = now - before - INTERVAL_MILLIS * 1_000_000;
                before = now;
                if (delay > TOLERANCE_NANOS) {
                    total += delay;
                    longest = Math.max(longest, delay);
                    totals.put(now, total);
                }
            }
        } catch (InterruptedException e) {
            // The campaign is over.
            return;
        }
    }

    /** Returns the delay between two instants of {@link System#nanoTime}. */
    Duration between(long begin, long end) {
        return Duration.ofNanos(until(end) - until(begin));
    }

    private long until(long instant) {
        Map.Entry<Long, Long> entry = totals.floorEntry(instant);
        return entry == null ? 0 : entry.getValue();
    }

    /** Returns the longest single delay. */
    Duration longest() {
        return Duration.ofNanos(longest);
    }

    /** Returns the sum of all delays. */
    Duration total() {
        return Duration.ofNanos(totals.lastEntry().getValue());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
