package io.verbena.stream;

import io.verbena.error.FutureErrors;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls in C that wait until the adapter of the other side has everything, which nothing ends. They have a thread of their own,
 * where they go on when nobody waits for them any more.
 */
final class Leaving {
    private Leaving() {}

    /** Whether the call is done in time; throws what it failed with. */
    static boolean within(Duration longest, String name, Runnable call) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(call, done), "verbena-" + name);
        thread.setDaemon(true);
        thread.start();
        try {
            done.get(Deadline.nanos(longest), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw FutureErrors.cause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(name);
        }
    }

    private static void run(Runnable call, CompletableFuture<Void> done) {
        try {
            call.run();
            done.complete(null);
        } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
        }
    }
}
