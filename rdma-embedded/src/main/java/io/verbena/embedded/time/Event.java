package io.verbena.embedded.time;

/** An event on a timeline. An event can be scheduled again once it has happened. */
public abstract class Event {
    private long due;
    private long sequence;
    private boolean cancelled;

    /** Called when the event is due, under the lock of the timeline. */
    protected abstract void happen();

    /** Returns the time of the event on the clock of its timeline. */
    public final long due() {
        return due;
    }

    /** Cancels the event. */
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

    /**
     * Orders events by time, and events of the same time in the order in which they were scheduled. The clock may
     * overflow.
     */
    static int compare(Event one, Event other) {
        int order = Long.signum(one.due - other.due);
        return order != 0 ? order : Long.compare(one.sequence, other.sequence);
    }
}
