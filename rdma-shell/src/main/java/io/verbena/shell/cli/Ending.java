package io.verbena.shell.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How a program that runs one command ends. Where Ctrl-C is the proper end of the command, it interrupts it as in the console,
 * and the exit status is what the command returns then.
 */
public final class Ending {
    private static final long PATIENCE_SECONDS = 5;
    private static final CompletableFuture<Integer> STATUS = new CompletableFuture<>();

    private Ending() {}

    /** Has Ctrl-C interrupt this thread, once it is the program that it would end. */
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
            // It ends as one that does not listen: with the status of the signal.
        }
    }

    /** Ends the program. */
    public static void exit(int status) {
        STATUS.complete(status);
        System.exit(status);
    }
}
