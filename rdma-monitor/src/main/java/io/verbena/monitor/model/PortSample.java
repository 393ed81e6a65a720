package io.verbena.monitor.model;

/**
 * The counters of a port in one sweep: the absolute values, and what was added since the previous sweep that the port
 * answered. Immutable.
 */
public final class PortSample {
    /** The value of a counter or delta that is not known. */
    public static final long UNKNOWN = -1;

    private final PortPlace place;
    private final int intervalMillis;
    private final boolean reset;
    private final long saturated;
    private final long[] values;
    private final long[] deltas;
    private final long waitNanos;

    /**
     * Creates a sample.
     *
     * @param place the port
     * @param intervalMillis the time since the previous sample in milliseconds; 0 for the first sample of a port
     * @param reset whether a counter is lower than in the previous sample
     * @param saturated a bit for each counter, by its index, that has stopped at its maximum value
     * @param values the absolute value of each counter, or {@link #UNKNOWN}
     * @param deltas the increase of each counter, or {@link #UNKNOWN}
     */
    public PortSample(
            PortPlace place, int intervalMillis, boolean reset, long saturated, long[] values, long[] deltas) {
        this(place, intervalMillis, reset, saturated, values.clone(), deltas.clone(), UNKNOWN);
    }

    private PortSample(
            PortPlace place,
            int intervalMillis,
            boolean reset,
            long saturated,
            long[] values,
            long[] deltas,
            long waitNanos) {
        this.place = place;
        this.intervalMillis = intervalMillis;
        this.reset = reset;
        this.saturated = saturated;
        this.values = values;
        this.deltas = deltas;
        this.waitNanos = waitNanos;
    }

    /** Returns this sample with the time for which packets waited for credits. */
    public PortSample withWait(long nanos) {
        return new PortSample(place, intervalMillis, reset, saturated, values, deltas, nanos);
    }

    /** Returns the port. */
    public PortPlace place() {
        return place;
    }

    /** Returns the time since the previous sample in milliseconds; 0 for the first sample of a port. */
    public int intervalMillis() {
        return intervalMillis;
    }

    /** Returns whether the sample has deltas; the first sample of a port has none. */
    public boolean hasDeltas() {
        return intervalMillis > 0;
    }

    /** Returns whether a counter was reset since the previous sample, so that increases before it may be missing. */
    public boolean isReset() {
        return reset;
    }

    /** Returns whether any counter has stopped at its maximum value, so that its delta is a lower bound. */
    public boolean isSaturated() {
        return saturated != 0;
    }

    /** Returns whether a counter has stopped at its maximum value. */
    public boolean isSaturated(MonitoredCounter counter) {
        return (saturated >>> counter.index() & 1) != 0;
    }

    /** Returns the absolute value of a counter, or {@link #UNKNOWN}. */
    public long value(MonitoredCounter counter) {
        return values[counter.index()];
    }

    /** Returns the increase of a counter since the previous sample, or {@link #UNKNOWN}. */
    public long delta(MonitoredCounter counter) {
        return deltas[counter.index()];
    }

    /**
     * Returns the time since the previous sample in nanoseconds for which packets waited for credits, or {@link #UNKNOWN}
     * if the duration of a tick is unknown.
     */
    public long waitNanos() {
        return waitNanos;
    }

    /** Returns the increase of a counter since the previous sample; 0 if it is unknown. */
    public long increase(MonitoredCounter counter) {
        return Math.max(0, deltas[counter.index()]);
    }
}
