package io.verbena.spring.boot.subnet;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A daemon thread that reads the subnet at startup, at each interval, and whenever a reading is requested early. */
final class RefreshThread implements AutoCloseable {
    private static final long CLOSE_SECONDS = 5;

    private final ScheduledExecutorService executor = daemon("verbena-subnet");
    private final AtomicBoolean hastened = new AtomicBoolean();
    private final Runnable reading;

    RefreshThread(Runnable reading, Duration interval) {
        this.reading = reading;
        Future<?> unused = executor.scheduleWithFixedDelay(reading, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Requests a reading. Several requests during one reading lead to one further reading. */
    void hasten() {
        if (hastened.compareAndSet(false, true)) {
            try {
                executor.execute(() -> {
                    hastened.set(false);
                    reading.run();
                });
            } catch (RejectedExecutionException e) {
                // The thread was closed in the meantime.
                hastened.set(false);
            }
        }
    }

    @Override
    public void close() {
        end(executor);
    }

    static ScheduledExecutorService daemon(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Interrupts the thread of an executor, and waits until it ends. */
    static void end(ExecutorService executor) {
        executor.shutdownNow();
        try {
            boolean unused = executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
