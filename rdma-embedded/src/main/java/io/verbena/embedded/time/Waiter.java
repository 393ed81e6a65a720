package io.verbena.embedded.time;

import java.util.concurrent.locks.Condition;

/** One reader of a fabric: a thread that is busy, or waits until there is something for it or its time is over. */
public final class Waiter {
    final Condition changed;
    boolean counted;
    boolean removed;
    int holds;
    boolean waiting;
    boolean ready;
    boolean limited;
    long deadline;

    Waiter(Condition changed) {
        this.changed = changed;
    }

    /** Whether it waits, and there is nothing for it. */
    boolean isIdle() {
        return waiting && !ready;
    }
}
