package io.verbena.traffic.measure;

/** Finds the fastest window of a measurement with a minimum number of messages. */
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

    /** Records the number of completed messages at a time. */
    void at(long completed, long nanos) {
        if (completed - since >= stretch && nanos > at) {
            most = Math.max(most, (double) (completed - since) / (nanos - at));
            since = completed;
            at = nanos;
        }
    }

    /**
     * Returns the peak bandwidth in bytes per second; with fewer messages than a window, the bandwidth of all messages.
     */
    long bytesPerSecond(int size, long messages, long nanos) {
        double mean = (double) messages / Math.max(1, nanos);
        return (long) (Math.max(most, mean) * 1e9 * size);
    }
}
