package io.verbena.shell.console;

import org.jspecify.annotations.Nullable;

/**
 * Lets Ctrl-C interrupt the running command only. An interrupt that arrives after the end of the command is dropped.
 */
final class Interruption {
    private @Nullable Thread running;

    void guard(Runnable command) {
        begin();
        try {
            command.run();
        } finally {
            end();
        }
    }

    /** Interrupts the thread of the running command, if there is one. */
    synchronized void interrupt() {
        if (running != null) {
            running.interrupt();
        }
    }

    private synchronized void begin() {
        running = Thread.currentThread();
    }

    private synchronized void end() {
        running = null;
        Thread.interrupted();
    }
}
