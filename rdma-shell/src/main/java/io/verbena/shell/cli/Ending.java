package io.verbena.shell.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Handles the end of a program that runs one command. For a command that runs until Ctrl-C, Ctrl-C interrupts the
 * command as in the console, and the program exits with the code that the command returns.
 */
public final class Ending {
    private static final long PATIENCE_SECONDS = 5;
    private static final CompletableFuture<Integer> STATUS = new CompletableFuture<>();

    private Ending() {}

    /** Makes Ctrl-C interrupt this thread if the program runs a single command. */
    static void byInterrupt() {
        Thread command = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(command), "verbena-ending"));
    }

    private static void interrupt(Thread command) {
        if (STATUS.isDone()) {
            return;
        }
        command.interrupt();
        try {
            Runtime.getRuntime().halt(STATUS.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            // A command that does not handle Ctrl-C ends with the status of the signal.
        }
    }

    /** Ends the program. */
    public static void exit(int status) {
        STATUS.complete(status);
        System.exit(status);
    }
}
