package io.verbena.mad;

/**
 * How many requests of a port may be under way at once. It begins small and grows by one with each answer; once requests
 * were lost it is halved, and then grows by one with each window full of answers, as TCP does (RFC 5681). Not thread safe.
 *
 * <p>That a request is not answered does not count as a loss, for the node may be dead: a request was lost when a later try
 * of the same call was answered, or the answer came after its time.
 */
final class Window {
    private static final int START = 16;

    private int limit;
    private double size;
    private double threshold;
    private long lastLoss;
    private boolean lossSeen;

    Window(int limit) {
        this.limit = limit;
        this.size = Math.min(START, limit);
        this.threshold = limit;
    }

    int size() {
        return (int) size;
    }

    /** Lets it grow to at least this size. */
    void allow(int outstanding) {
        if (outstanding > limit) {
            limit = outstanding;
            threshold = lossSeen ? threshold : outstanding;
        }
    }

    /** A request was answered at its first try, and in time. */
    void answered() {
        size = Math.min(limit, size < threshold ? size + 1 : size + 1 / size);
    }

    /**
     * A request was lost: what was sent before the last loss was noticed belongs to that one.
     *
     * @param sent when the request was sent first
     */
    void lost(long sent, long now) {
        if (!lossSeen || sent - lastLoss > 0) {
            lossSeen = true;
            lastLoss = now;
            threshold = Math.max(1, size / 2);
            size = threshold;
        }
    }
}
