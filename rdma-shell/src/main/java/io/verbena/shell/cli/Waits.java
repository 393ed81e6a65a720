package io.verbena.shell.cli;

import java.time.Duration;

/** Waits that Ctrl-C ends. */
public final class Waits {
    private Waits() {}

    /** Waits for a duration; returns false if the thread was interrupted. */
    public static boolean pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits until the thread is interrupted, while the threads of a server do their work. */
    public static void forEver() {
        while (pause(Duration.ofHours(1))) {
            // Wait again.
        }
    }
}
