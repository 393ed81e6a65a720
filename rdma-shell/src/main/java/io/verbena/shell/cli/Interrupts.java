package io.verbena.shell.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C in commands that run until the user ends them. Ctrl-C interrupts the command, as in the console; a program that runs
 * one command then exits with the code that the command returns.
 */
public final class Interrupts {
    private static final long TIMEOUT_SECONDS = 5;
    private static final CountDownLatch ENDED = new CountDownLatch(1);
    private static volatile int status;

    private Interrupts() {}

    /** Makes Ctrl-C interrupt this thread if the program runs a single command. */
    static void endCommand() {
        Thread command = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(command), "verbena-ending"));
    }

    private static void interrupt(Thread command) {
        if (ENDED.getCount() == 0) {
            return;
        }
        command.interrupt();
        try {
            // A command that does not handle Ctrl-C ends with the status of the signal.
            if (ENDED.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the program. */
    public static void exit(int code) {
        status = code;
        ENDED.countDown();
        System.exit(code);
    }

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
    public static void untilInterrupted() {
        while (pause(Duration.ofHours(1))) {
            // Wait again.
        }
    }
}
