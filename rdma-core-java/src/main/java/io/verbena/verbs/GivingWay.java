package io.verbena.verbs;

/**
 * Whether who found no completion gives way to the threads that wait for the same processor, and looks again, before it asks
 * for a notification and sleeps. Where the device, the other side or the driver shares the processor, several completions come
 * meanwhile, and take one wake-up less each; where they do not, it would only come late. So it is done while it brings more
 * than one at a time, and else tried now and then. For any thread: an update that is lost does no harm.
 */
final class GivingWay {
    private static final int WAITS_BETWEEN_TRIES = 4;

    /** The others may take turns before it is that of the one who brings something. */
    private static final int TIMES_IN_VAIN = 4;

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
        if (count > 1) {
            patience = TIMES_IN_VAIN;
        } else if (count <= 0) {
            patience = Math.max(0, patience - 1);
        }
    }
}
