package io.verbena.rmpp;

/**
 * Deadlines of a transfer: for the next step and for the whole. Compared by difference, as {@link System#nanoTime}
 * requires.
 */
final class Deadlines {
    private final long total;
    private boolean begun;
    private long due;
    private long end;

    Deadlines(RmppOptions options) {
        total = options.total().toNanos();
    }

    boolean hasBegun() {
        return begun;
    }

    void begin(long now) {
        begun = true;
        due = now + total;
        end = due;
    }

    /** Sets the deadline of the next step. */
    void within(long nanos, long now) {
        due = now + nanos;
    }

    /** Sets the time during which a peer that missed the end still gets acknowledgements. */
    void linger(long nanos, long now) {
        due = now + nanos;
        end = due;
    }

    boolean isDue(long now) {
        return now - due >= 0;
    }

    boolean isOver(long now) {
        return now - end >= 0;
    }

    long next() {
        if (!begun) {
            throw new IllegalStateException("a transfer that has not begun has no deadline");
        }
        return due - end < 0 ? due : end;
    }
}
