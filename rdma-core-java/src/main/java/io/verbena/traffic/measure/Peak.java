package io.verbena.traffic.measure;

/** Finds the fastest stretch of a measurement that has at least so many messages. */
final class Peak {
    private final int stretch;
    private long since;
    private long at;
    private double most;

    Peak(int stretch) {
        this.stretch = stretch;
    }

    void start(long nanos) {
        at = nanos;
    }

    /** So many messages are completed at this time. */
    void at(long completed, long nanos) {
        if (completed - since >= stretch && nanos > at) {
            most = Math.max(most, (double) (completed - since) / (nanos - at));
            since = completed;
            at = nanos;
        }
    }

    /** The bytes of a second; of fewer messages than a stretch, those of all. */
    long bytesPerSecond(int size, long messages, long nanos) {
        double mean = (double) messages / Math.max(1, nanos);
        return (long) (Math.max(most, mean) * 1e9 * size);
    }
}
