package io.verbena.benchmarks;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The other side of a measurement. In a JVM with one processor, such as that of the bed, an asynchronous call of {@link
 * java.util.concurrent.CompletableFuture} makes a new thread each time, which takes a millisecond of what is measured.
 */
final class OwnThread {
    private OwnThread() {}

    static Executor make() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "other side");
            thread.setDaemon(true);
            return thread;
        });
    }
}
