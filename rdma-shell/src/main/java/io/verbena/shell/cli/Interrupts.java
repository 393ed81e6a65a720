package io.verbena.shell.cli;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Handles Ctrl-C in commands that run until the user ends them. Ctrl-C interrupts the command, as in the console; a program that runs
 * one command then exits with the code that the command returns.
 */
public final class Interrupts {
    private static final long TIMEOUT_SECONDS = 5;
    private static final CompletableFuture<Integer> STATUS = new CompletableFuture<>();

    private Interrupts() {}

    /** Makes Ctrl-C interrupt this thread if the program runs a single command. */
    static void endCommand() {
        Thread command = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(command), "verbena-ending"));
    }

    private static void interrupt(Thread command) {
        if (STATUS.isDone()) {
            return;
        }
        command.interrupt();
        try {
            Runtime.getRuntime().halt(STATUS.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            // A command that does not handle Ctrl-C ends with the status of the signal.
        }
    }

    /** Ends the program. */
    public static void exit(int status) {
        STATUS.complete(status);
        System.exit(status);
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
