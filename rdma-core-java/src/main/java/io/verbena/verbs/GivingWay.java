package io.verbena.verbs;

/**
 * Whether who found no completion gives way to the threads that wait for the same processor, and looks again, before it asks
 * for a notification and sleeps, which costs several calls of the system. Where the device, the other side or the driver shares
 * the processor, completions come meanwhile; where they do not, this is a short while of looking again and again. So it is done
 * while it brings something, and else tried now and then. For any thread: an update that is lost does no harm.
 */
final class GivingWay {
    private static final int WAITS_BETWEEN_TRIES = 4;

    /** The others take several turns for one long message; and where nobody shares the processor, so often takes some 10 µs. */
    private static final int TIMES_IN_VAIN = 16;

    /** How often more it may bring nothing; 0 where it does not pay. */
    private int patience;

    private boolean given;
    private int waits;

    /** Whether to do so; then {@link #found} is told. */
    boolean isDue() {
        if (patience == 0 && ++waits < WAITS_BETWEEN_TRIES) {
            return false;
        }
        waits = 0;
        given = true;
        return true;
    }

    /** So many completions were there. */
    void found(int count) {
        if (!given) {
            return;
        }
        given = false;
        if (count > 0) {
            patience = TIMES_IN_VAIN;
        } else {
            patience = Math.max(0, patience - 1);
        }
    }
}
