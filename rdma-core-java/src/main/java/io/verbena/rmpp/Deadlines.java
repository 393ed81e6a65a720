package io.verbena.rmpp;

/** When a transfer is to move on, and when it must be over. Compared by difference, as nanoTime wants it. */
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

    /** Something is to happen within this time. */
    void within(long nanos, long now) {
        due = now + nanos;
    }

    /** All that is left is to answer a peer that did not hear the end. */
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
