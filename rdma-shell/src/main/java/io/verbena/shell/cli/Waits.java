package io.verbena.shell.cli;

import java.time.Duration;

/** Waits that Ctrl-C ends. */
public final class Waits {
    private Waits() {}

    /** False if it was interrupted. */
    public static boolean pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Until the thread is interrupted: a server answers on threads of its own. */
    public static void forEver() {
        while (pause(Duration.ofHours(1))) {
            // It goes on.
        }
    }
}
