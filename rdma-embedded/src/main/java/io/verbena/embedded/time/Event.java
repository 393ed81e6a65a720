package io.verbena.embedded.time;

/** Something that happens to a fabric at its time. Used once at a time: it may be scheduled again when it has happened. */
public abstract class Event {
    private long due;
    private long sequence;
    private boolean cancelled;

    /** Happens, under the lock of the timeline. */
    protected abstract void happen();

    /** When it happens, on the clock of its timeline. */
    public final long due() {
        return due;
    }

    /** Keeps it from happening. */
    public final void cancel() {
        cancelled = true;
    }

    final void schedule(long at, long number) {
        due = at;
        sequence = number;
        cancelled = false;
    }

    final boolean isCancelled() {
        return cancelled;
    }

    /** The earlier first; of two at the same time, the one that was scheduled first. The clock may pass the largest long. */
    static int compare(Event one, Event other) {
        int order = Long.signum(one.due - other.due);
        return order != 0 ? order : Long.compare(one.sequence, other.sequence);
    }
}
