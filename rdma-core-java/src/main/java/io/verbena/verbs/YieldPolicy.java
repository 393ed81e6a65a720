package io.verbena.verbs;

/**
 * Decides whether a thread that finds no completion calls {@code sched_yield} and polls again before it requests a notification
 * and blocks, which costs several system calls. Yielding pays off where the device, the peer or the driver shares the processor;
 * elsewhere it is a short spin. A thread therefore yields as long as yielding has recently found completions, and otherwise
 * tries it now and then. Any thread may call the methods: a lost update does no harm.
 */
final class YieldPolicy {
    private static final int WAITS_BETWEEN_TRIES = 4;

    /** A long message takes several turns of the other threads; on a processor of its own, 16 yields take about 10 µs. */
    private static final int YIELDS_IN_VAIN = 16;

    /** Number of yields that may still find nothing; 0 if yielding does not pay off. */
    private int yieldsLeft;

    private boolean given;
    private int waits;

    /** Returns whether to yield now; the caller then reports the result to {@link #found}. */
    boolean isDue() {
        if (yieldsLeft == 0 && ++waits < WAITS_BETWEEN_TRIES) {
            return false;
        }
        waits = 0;
        given = true;
        return true;
    }

    /** Records how many completions the poll after a yield has found. */
    void found(int count) {
        if (!given) {
            return;
        }
        given = false;
        if (count > 0) {
            yieldsLeft = YIELDS_IN_VAIN;
        } else {
            yieldsLeft = Math.max(0, yieldsLeft - 1);
        }
    }
}
